import type { FastifyInstance, FastifyRequest } from "fastify";
import { TooMany } from "../../errors.ts";
import type { Metrics } from "../../watching/Metrics.ts";
import { Busy } from "./Gate.ts";

export interface BusyLimits {
  /** Requests that may be waiting for their answers. */
  readonly inFlight: number;
  /** Seconds of the event loop's lag, over the last half second. */
  readonly lag: number;
}

/** Far beyond what 500 people at work do: here nobody would be answered in time any more. */
const BUSY_LIMITS: BusyLimits = { inFlight: 1000, lag: 2 };
/** Up to so many times the limits only those are refused who have more requests in flight than an equal share. */
const BEYOND = 2;
/** A screen asks for so many things at once: nobody is refused for fewer. */
const FEW = 8;

/** Whoever watches must still be answered, and the page itself is a file. */
const ALWAYS = /^\/(?:api\/v1\/)?(?:health|metrics)(?:[/?]|$)/;
const CALLS = /^\/(?:api|mcp)(?:[/?]|$)/;

export const TOO_MANY_AT_ONCE = "You have asked for too much at once. Wait a moment, then go on.";

/**
 * Under overload a new call is refused before anything is done for it, so that those which have begun can end: with 429 whoever has more
 * in flight than an equal share, and only far beyond the limits, with 503, everybody. The refusal names a moment to come back, spread so
 * that not everybody comes back in the same second. Before the routes are mounted.
 */
export function refuseWhenBusy(
  app: FastifyInstance,
  metrics: Pick<Metrics, "inFlight" | "loop" | "refuse">,
  limits: BusyLimits = BUSY_LIMITS,
): void {
  /** Requests in flight by client. */
  const held = new Map<string, number>();
  const clients = new WeakMap<FastifyRequest, string>();
  app.addHook("onRequest", async (request) => {
    if (!CALLS.test(request.url) || ALWAYS.test(request.url)) return;
    // Nobody is authenticated yet: the credential as sent tells people behind one address apart.
    const client = `${request.ip} ${request.headers.authorization ?? ""}`;
    const own = (held.get(client) ?? 0) + 1;
    held.set(client, own);
    clients.set(request, client);
    const isOver = (times: number): boolean =>
      metrics.inFlight > limits.inFlight * times || metrics.loop.present > limits.lag * times;
    if (!isOver(1)) return;
    const wait = 1 + Math.random() * 4;
    if (own > Math.max(FEW, limits.inFlight / held.size)) {
      metrics.refuse("budget");
      throw new TooMany(wait, TOO_MANY_AT_ONCE);
    }
    if (!isOver(BEYOND)) return;
    metrics.refuse("busy");
    throw new Busy(wait);
  });
  // Also of those that were refused, and of those whose client has gone.
  app.addHook("onResponse", async (request) => {
    const client = clients.get(request);
    if (client === undefined) return;
    const own = (held.get(client) ?? 1) - 1;
    if (own > 0) held.set(client, own);
    else held.delete(client);
  });
}
