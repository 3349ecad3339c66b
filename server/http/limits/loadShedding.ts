import type { FastifyInstance } from "fastify";
import { TooMany, ServerBusyError } from "../../errors.ts";
import type { Metrics } from "../../observability/Metrics.ts";
import { message } from "../../messages/messages.ts";

export interface LoadLimits {
  /** Requests that may be waiting for their answers. */
  readonly inFlight: number;
  /** Seconds of the event loop's lag, over the last half second. */
  readonly lagSeconds: number;
}

/** Far above the load of 500 active users: beyond these limits no request would be answered in time. */
const LOAD_LIMITS: LoadLimits = { inFlight: 1000, lagSeconds: 2 };
/** Up to this multiple of the limits, only callers with more requests in flight than an equal share are refused. */
const HARD_LIMIT_FACTOR = 2;
/** A single screen sends up to this many requests at the same time; a client with fewer in flight is never refused. */
const MIN_REFUSED_IN_FLIGHT = 8;

/** Monitoring must be answered even under overload. */
const MONITORING_PATHS = /^\/(?:api\/v1\/)?(?:health|metrics)(?:[/?]|$)/;
const LIMITED_PATHS = /^\/(?:api|mcp)(?:[/?]|$)/;

const TOO_MANY_REQUESTS = message("limit.concurrent");

/**
 * Under overload a new call is refused before any work is done, so that calls in progress can finish. Clients with more in flight than an
 * equal share get 429; only far beyond the limits every client gets 503. Retry-After has jitter, so that clients do not all retry in the same
 * second. Register this hook before the routes.
 */
export function shedLoad(
  app: FastifyInstance,
  metrics: Pick<Metrics, "inFlight" | "loop" | "refuse">,
  limits: LoadLimits = LOAD_LIMITS,
): void {
  /** Requests in flight by client. */
  const inFlight = new Map<string, number>();
  const release = (client: string): void => {
    const remaining = (inFlight.get(client) ?? 1) - 1;
    if (remaining > 0) inFlight.set(client, remaining);
    else inFlight.delete(client);
  };
  app.addHook("onRequest", async (request, reply) => {
    if (!LIMITED_PATHS.test(request.url) || MONITORING_PATHS.test(request.url)) return;
    // This runs before authentication: the credential as sent distinguishes clients behind one address.
    const client = `${request.ip} ${request.headers.authorization ?? ""}`;
    const count = (inFlight.get(client) ?? 0) + 1;
    inFlight.set(client, count);
    // Not `onResponse`, which never comes for a client that has gone before its answer.
    reply.raw.once("close", () => release(client));
    const isOver = (times: number): boolean =>
      metrics.inFlight > limits.inFlight * times || metrics.loop.current > limits.lagSeconds * times;
    if (!isOver(1)) return;
    const wait = 1 + Math.random() * 4;
    if (count > Math.max(MIN_REFUSED_IN_FLIGHT, limits.inFlight / inFlight.size)) {
      metrics.refuse("budget");
      throw new TooMany(wait, TOO_MANY_REQUESTS);
    }
    if (!isOver(HARD_LIMIT_FACTOR)) return;
    metrics.refuse("busy");
    throw new ServerBusyError(wait);
  });
}
