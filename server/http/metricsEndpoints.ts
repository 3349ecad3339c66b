import { createHash, timingSafeEqual } from "node:crypto";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { API_PREFIX } from "../../contract/constants.ts";
import type { Db } from "../db/openDb.ts";
import type { Metrics } from "../observability/Metrics.ts";
import { readDatabaseGauges, type DatabaseGauges } from "../observability/databaseGauges.ts";
import { handleNotFound, CLIENT_GONE } from "./errorHandler.ts";
import { mountHealth } from "./healthEndpoints.ts";
import { withTimeout } from "../concurrency.ts";

const TIMEOUT_MS = 3000;
const PATHS = ["/metrics", `${API_PREFIX}metrics/`];

export interface MetricsDeps {
  readonly db: Db;
  readonly metrics: Metrics;
  /** The operator's token; undefined disables metrics on this port. */
  readonly token: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Every request is counted by the template of its route: its own address has names in it. Before the routes are mounted. */
export function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onRequest", async (request, reply) => {
    // A socket stays; it is counted where it is kept.
    if (request.headers.upgrade !== undefined) return;
    metrics.begin();
    // Not `onResponse`: a client that has gone has no answer, and is one request less all the same.
    reply.raw.once("close", () => {
      const route = request.routeOptions.url ?? "unknown";
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE;
      metrics.end(knownMethod(request.method), route, status, reply.elapsedTime / 1000);
    });
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
const knownMethod = (method: string): string => (METHODS.has(method) ? method : "OTHER");

/** Metrics on the app's port, for requests with the operator's token. Any other request gets 404. */
export function mountMetrics(app: FastifyInstance, { db, metrics, token, onError }: MetricsDeps): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (token === undefined || !isSame(request.headers.authorization, `Bearer ${token}`)) {
      return handleNotFound(request, reply);
    }
    return reply
      .type(metrics.registry.contentType)
      .header("cache-control", "no-store")
      .send(await readMetrics(db, metrics, onError));
  };
  for (const path of PATHS) app.get(path, answer);
}

/** The text for Prometheus. Without an answer of the database its gauges are left out, and `clew_database_up` is 0. */
export async function readMetrics(db: Db, metrics: Metrics, onError: (error: unknown) => void): Promise<string> {
  let readings: DatabaseGauges | null = null;
  try {
    readings = await withTimeout(readDatabaseGauges(db), TIMEOUT_MS);
  } catch (error) {
    onError(error);
  }
  return metrics.text(readings);
}

/** Compares in constant time. */
function isSame(received: string | undefined, expected: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(received ?? ""), hash(expected));
}

export interface OperatorPortOptions extends Omit<MetricsDeps, "token"> {
  readonly host: string;
  readonly port: number;
  readonly isReady: () => boolean;
}

/** A separate port for monitoring, not exposed by any proxy: metrics without a token, and health. @returns a function that closes it */
export async function openOperatorPort({
  db,
  metrics,
  onError,
  host,
  port,
  isReady,
}: OperatorPortOptions): Promise<{ readonly port: number; close(): Promise<void> }> {
  const app = fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  mountHealth(app, { db, isReady });
  for (const path of PATHS) {
    app.get(path, async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await readMetrics(db, metrics, onError)),
    );
  }
  await app.listen({ host, port });
  const address = app.server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => app.close(),
  };
}
