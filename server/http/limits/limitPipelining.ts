import { ServerBusyError } from "../../errors.ts";
import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../observability/Metrics.ts";

/** Answers that one connection may wait for, or has not read yet. Browsers and proxies send one request after the other. */
const MAX_PIPELINED_REQUESTS = 32;

/**
 * A client may send the next request before it has read the last answer, and each answer that it does not read waits in memory. Beyond this
 * many the rest is refused, without being worked on, and the connection ends.
 */
export function limitPipelining(app: FastifyInstance, metrics: Pick<Metrics, "refuse"> | undefined): void {
  const waiting = new WeakMap<object, number>();
  app.addHook("onRequest", async (request, reply) => {
    const { socket } = request.raw;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count <= MAX_PIPELINED_REQUESTS) return;
    metrics?.refuse("busy");
    void reply.header("connection", "close");
    throw new ServerBusyError(1);
  });
  // Also for refused requests, and for those whose client has disconnected.
  app.addHook("onResponse", async ({ raw: { socket } }) => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
  });
}
