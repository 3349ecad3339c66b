/** What a process with the role `search` does: runs tasks of web processes in its engine threads, and says that it is live. */
import { hostname } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import type { KeyRing } from "../access/KeyRing.ts";
import { Heartbeat } from "../cluster/Heartbeat.ts";
import { SearchServer } from "../cluster/SearchServer.ts";
import type { Db } from "../db/openDb.ts";
import { newId } from "../db/newId.ts";
import type { EnginePool } from "../compute/EnginePool.ts";
import type { Metrics } from "../observability/Metrics.ts";
import type { Settings } from "../settings.ts";
import type { OnClose } from "./onClose.ts";

export interface SearchRoleDeps {
  readonly settings: Settings;
  readonly db: Db;
  readonly keys: KeyRing;
  readonly pool: EnginePool;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly onClose: OnClose;
}

/** Starts the server and registers the process. @returns the address by which others reach it */
export async function serveSearch({
  settings,
  db,
  keys,
  pool,
  metrics,
  log,
  onClose,
}: SearchRoleDeps): Promise<string> {
  const id = newId();
  const { threads, indexBytes } = settings.engines;
  const { host, port, url } = settings.search;
  const heart: { beat?: Heartbeat } = {};
  const server = new SearchServer({
    id,
    keys,
    pool,
    threads,
    now: () => heart.beat?.time.now() ?? Date.now(),
    isLive: () => heart.beat?.isLive ?? false,
    host,
    port,
    log,
    onReceived: (outcome) => metrics.search.received(outcome),
  });
  await server.start();
  onClose(() => server.close());
  const address = url ?? addressOf(host, server.port);
  const heartbeat = new Heartbeat({ db, id, address, threads, indexBytes, log });
  heart.beat = heartbeat;
  // Out of the list first, so that web processes ask others while the last tasks end.
  onClose(() => heartbeat.stop());
  await heartbeat.start();
  return address;
}

/** A process that listens at all addresses is reached by the name of its machine. */
function addressOf(host: string, port: number): string {
  const name = ["0.0.0.0", "::"].includes(host) ? hostname() : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
