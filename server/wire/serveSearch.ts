/** The role `search`: runs tasks of web processes in its engine threads, and reports that it is live. */
import { hostname } from "node:os";
import { Heartbeat } from "../cluster/Heartbeat.ts";
import { SearchServer } from "../cluster/SearchServer.ts";
import { newId } from "../db/newId.ts";
import type { EnginePool } from "../compute/EnginePool.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Starts the server and registers the process. @returns the address by which others reach it */
export async function serveSearch(server: ServerProcess, storage: Storage, pool: EnginePool): Promise<string> {
  const { settings, metrics, app, onClose } = server;
  const { log } = app;
  const { keys, database } = storage;
  const id = newId();
  const { threads, indexBytes } = settings.engines;
  const { host, port, url } = settings.search;
  const heart: { beat?: Heartbeat } = {};
  const tasks = new SearchServer({
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
  await tasks.start();
  onClose(() => tasks.close());
  const address = url ?? addressOf(host, tasks.port);
  const heartbeat = new Heartbeat({ db: database.db, id, address, threads, indexBytes, log });
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
