import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "../../contract/constants.ts";
import { ping } from "../db/ping.ts";
import type { Db } from "../db/openDb.ts";
import { withTimeout } from "../concurrency.ts";

/** Longer than any query should hold the one connection of the embedded database. */
const TIMEOUT_MS = 3000;

/** Health endpoints for monitoring. They need no token and disclose only a status word. */
export function mountHealth(app: FastifyInstance, { db, isReady }: { db: Db; isReady: () => boolean }): void {
  // The process runs and its event loop turns.
  app.get(`${API_PREFIX}health/live/`, () => ({ status: "live" }));
  // It can serve: started, not stopping, and the database answers.
  app.get(`${API_PREFIX}health/ready/`, async (_request, reply) => {
    const answers = isReady() && (await answersWithin(db));
    return reply.code(answers ? 200 : 503).send(answers ? { status: "ready" } : { detail: "Not ready." });
  });
}

async function answersWithin(db: Db): Promise<boolean> {
  const answer = ping(db).then(
    () => true,
    () => false,
  );
  return (await withTimeout(answer, TIMEOUT_MS)) ?? false;
}
