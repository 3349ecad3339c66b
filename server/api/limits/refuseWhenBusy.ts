import type { FastifyInstance } from "fastify";
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

/** Whoever watches must still be answered, and the page itself is a file. */
const ALWAYS = /^\/(?:api\/v1\/)?(?:health|metrics)(?:[/?]|$)/;
const CALLS = /^\/(?:api|mcp)(?:[/?]|$)/;

/**
 * Under overload a new call is refused before anything is done for it, so that those which have begun can end. The refusal names a moment
 * to come back, spread so that not everybody comes back in the same second. Before the routes are mounted.
 */
export function refuseWhenBusy(
  app: FastifyInstance,
  metrics: Pick<Metrics, "inFlight" | "loop" | "refuse">,
  limits: BusyLimits = BUSY_LIMITS,
): void {
  app.addHook("onRequest", async (request) => {
    if (!CALLS.test(request.url) || ALWAYS.test(request.url)) return;
    if (metrics.inFlight <= limits.inFlight && metrics.loop.present <= limits.lag) return;
    metrics.refuse("busy");
    throw new Busy(1 + Math.random() * 4);
  });
}
