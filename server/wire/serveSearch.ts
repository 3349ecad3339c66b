/** The role `search`: runs tasks of web processes in its engine threads, and reports that it is live. */
import { Heartbeat } from "../cluster/Heartbeat.ts";
import { PROTOCOL } from "../cluster/searchMessages.ts";
import { SearchServer } from "../cluster/SearchServer.ts";
import { newId } from "../db/newId.ts";
import { deleteSearchProcess, saveHeartbeat } from "../db/tables/searches/searchProcesses.ts";
import type { EnginePool } from "../compute/EnginePool.ts";
import { reachableAddressOf } from "./listen.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

/** Starts the server and registers the process. @returns the address by which others reach it */
export async function serveSearch(server: ServerProcess, storage: Storage, pool: EnginePool): Promise<string> {
  const { settings, metrics, app, onClose } = server;
  const { log } = app;
  const { keys, database } = storage;
  const id = newId();
  const { threads } = pool;
  const { host, port, url } = settings.search;
  const heartbeat = new Heartbeat(log);
  const tasks = new SearchServer({
    id,
    keys,
    pool,
    threads,
    now: () => heartbeat.time.now(),
    isLive: () => heartbeat.isLive,
    host,
    port,
    log,
    onReceived: (outcome) => metrics.search.received(outcome),
  });
  await tasks.start();
  onClose(() => tasks.close());
  const address = url ?? reachableAddressOf(host, tasks.port);
  const { db } = database;
  const row = { address, id, protocol: PROTOCOL, threads, index_bytes: settings.engines.indexBytes };
  // Out of the list first, so that web processes ask others while the last tasks end.
  onClose(() => heartbeat.stop());
  await heartbeat.start({
    save: (isFirst) => saveHeartbeat(db, row, { isFirst }),
    remove: () => deleteSearchProcess(db, id),
    conflict: `another search process has the address ${address}: give each its own CLEW_SEARCH_URL`,
  });
  return address;
}
