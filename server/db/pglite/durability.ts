/**
 * PGlite runs PostgreSQL with fsync off and its file system has no fsync, so a commit outlives a killed process but not a
 * power cut. This switches both on. It reaches into what PGlite does not publish, which is why the version is pinned and why
 * `countsFlush` proves at every start that a commit really reaches the disk.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

/** With the default `fdatasync` PostgreSQL would never call the hook, although `fsync` is on. */
export const DURABLE_START = PGlite.defaultStartParams
  .filter((word) => word !== "-F")
  .concat(["-c", "wal_sync_method=fsync"]);

interface Stream {
  readonly nfd?: number | null;
  readonly path?: string;
}
interface StreamOps {
  fsync?: (stream: Stream) => number;
  write?: (stream: Stream, ...rest: unknown[]) => number;
}

/** Files whose failed write is a PANIC: the write-ahead log, and the control file. */
const VITAL = /\/pg_wal\/|\/global\/pg_control$/;

const get = (from: unknown, key: string): unknown =>
  (typeof from === "object" && from !== null) || typeof from === "function" ? Reflect.get(from, key) : undefined;

type MakeNode = (parent: unknown, name: string, ...rest: unknown[]) => unknown;
interface NodeOps {
  mknod?: MakeNode;
}

const call = (from: unknown, name: string, ...input: unknown[]): unknown => {
  const method = get(from, name);
  return typeof method === "function" ? (Reflect.apply(method, from, input) as unknown) : undefined;
};

const fileSystemOf = (database: PGlite): unknown => get(get(database, "Module"), "FS");

/** Operations that all files of the data folder share. */
function operationsOf<Operations extends object>(database: PGlite, name: string): Operations | undefined {
  const folder = call(fileSystemOf(database), "lookupPath", "/pglite/data");
  const operations = get(get(get(get(folder, "node"), "mount"), "type"), name);
  return typeof operations === "object" && operations !== null ? (operations as Operations) : undefined;
}

/**
 * Makes a failed creation of a file leave nothing. The file system of PGlite remembers the file's name before it creates the file, so that
 * after one failure PostgreSQL does not find the file and cannot create it either: each later write to that table fails.
 */
export function installCreationRollback(database: PGlite): void {
  const operations = operationsOf<NodeOps>(database, "node_ops");
  const make = operations?.mknod;
  if (!operations || !make) return;
  const files = fileSystemOf(database);
  operations.mknod = (parent, name, ...rest) => {
    try {
      return make(parent, name, ...rest);
    } catch (error) {
      call(files, "destroyNode", call(files, "lookupNode", parent, name));
      throw error;
    }
  };
}

/**
 * Gives the database's file system an fsync.
 * @param onLost called when a flush or a write of the log fails, and must end the thread: a PANIC inside a transaction would loop forever,
 * and after a failed flush the state of the disk is unknown
 * @returns how often it was called so far, or undefined when PGlite's internals are not as expected
 */
export function installFsync(database: PGlite, onLost: (error: unknown) => never): (() => number) | undefined {
  const operations = operationsOf<StreamOps>(database, "stream_ops");
  if (!operations) return undefined;
  let calls = 0;
  operations.fsync = ({ nfd }) => {
    if (nfd === undefined || nfd === null) return 0;
    try {
      fsyncSync(nfd);
    } catch (error) {
      onLost(error);
    }
    calls += 1;
    return 0;
  };
  const { write } = operations;
  if (!write) return undefined;
  operations.write = (stream, ...rest) => {
    try {
      return write(stream, ...rest);
    } catch (error) {
      if (VITAL.test(stream.path ?? "")) onLost(error);
      throw error;
    }
  };
  return () => calls;
}

/** Commits once and returns whether that commit was flushed. Writes nothing that stays. */
export async function countsFlush(database: PGlite, flushes: () => number): Promise<boolean> {
  const before = flushes();
  await database.query("select pg_logical_emit_message(true, 'clew', 'flush')");
  const { rows } = await database.query<{ fsync: string }>("show fsync");
  return rows[0]?.fsync === "on" && flushes() > before;
}

/** Flushes every file below a directory: for what was written before the hook was there. */
export function flushTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flushPath(path, "r+");
  }
  flushPath(directory, "r");
}

function flushPath(path: string, flags: "r" | "r+"): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Exists next to the data directory exactly while the database is closed and all of it is flushed. */
const markerOf = (directory: string): string => `${directory}.closed`;

/** Whether the database was closed in order the last time. Takes the mark away: from now on it counts as open. */
export function takeClosedMark(directory: string): boolean {
  const marker = markerOf(directory);
  if (!existsSync(marker)) return false;
  rmSync(marker);
  flushPath(dirname(marker), "r");
  return true;
}

export function setClosedMark(directory: string): void {
  writeFileSync(markerOf(directory), "");
  flushPath(markerOf(directory), "r+");
  flushPath(dirname(markerOf(directory)), "r");
}
