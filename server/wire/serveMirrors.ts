/** The role `worker` with a database that others share: other processes read its mirrors. */
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { Heartbeat } from "../cluster/Heartbeat.ts";
import { MIRROR_PROTOCOL } from "../cluster/mirrorMessages.ts";
import { MirrorServer } from "../cluster/MirrorServer.ts";
import { newId } from "../db/newId.ts";
import { saveMirrorHolder, silenceMirrorHolder } from "../db/tables/commits/mirrorCopies.ts";
import { mirrorFolderIn } from "../sources/git/mirrorFiles.ts";
import type { Mirrors } from "../sources/sourceTypes.ts";
import { recordExistingCopies } from "../sync/repository/recordCopies.ts";
import { reachableAddressOf } from "./listen.ts";
import type { Storage } from "./openStorage.ts";
import type { ServerProcess } from "./ServerProcess.ts";

const HOLDER_FILE = "mirror-holder";

/** The id of a data folder as a holder of mirrors, which outlives restarts; undefined where it never was one. */
export function readHolderId(dataDir: string): string | undefined {
  try {
    const id = readFileSync(join(dataDir, HOLDER_FILE), "utf8").trim();
    return /^[\w-]{1,64}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The same; a new one where there is none. */
export function ensureHolderId(dataDir: string): string {
  const storedId = readHolderId(dataDir);
  if (storedId !== undefined) return storedId;
  const id = newId();
  writeFileSync(join(dataDir, HOLDER_FILE), `${id}\n`, { mode: 0o600 });
  return id;
}

/** Starts the server of mirrors and registers it. @returns the address by which others reach it */
export async function serveMirrors(server: ServerProcess, storage: Storage, sources: Mirrors): Promise<string> {
  const { settings, metrics, app, onClose } = server;
  const { log } = app;
  const { keys, database } = storage;
  const { db } = database;
  const { host, port, url } = settings.mirrors;
  const processId = newId();
  const holderId = ensureHolderId(settings.dataDir);
  const heartbeat = new Heartbeat(log);
  const reads = new MirrorServer({
    id: processId,
    keys,
    mirrorFolder: mirrorFolderIn(settings.dataDir),
    concurrency: 2 * availableParallelism(),
    now: () => heartbeat.time.now(),
    isLive: () => heartbeat.isLive,
    host,
    port,
    log,
    onReceived: (outcome) => metrics.mirrors.received(outcome),
  });
  await reads.start();
  onClose(() => reads.close());
  const address = url ?? reachableAddressOf(host, reads.port);
  const row = { id: holderId, process_id: processId, address, machine: hostname(), protocol: MIRROR_PROTOCOL };
  // Silent first, so that other processes ask others while the last reads end.
  onClose(() => heartbeat.stop());
  await heartbeat.start({
    save: (isFirst) => saveMirrorHolder(db, row, { isFirst }),
    remove: () => silenceMirrorHolder(db, processId),
    conflict: `another process has a copy of the data folder ${settings.dataDir}: remove ${HOLDER_FILE} from one of them`,
  });
  const onError = (error: unknown): void => log.error({ err: error }, "the mirrors of this worker were not registered");
  await recordExistingCopies(sources, { db, holderId, onError }).catch(onError);
  return address;
}
