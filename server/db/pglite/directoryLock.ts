import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotStart } from "../../errors.ts";

/**
 * Locks a directory for this process. PGlite itself has no lock, and two processes on one directory destroy it. The lock is an open SQLite
 * transaction on a file next to the directory: the kernel releases it however the process ends, where a pid file would stay behind.
 * @returns the function that releases it
 * @throws CannotStart when another process, or this one, holds it
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(dirname(directory), { recursive: true });
  const lock = new DatabaseSync(`${directory}.lock`, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    throw new CannotStart(`The data folder ${dirname(directory)} is in use by another running server.`, {
      cause: error,
    });
  }
  return () => {
    lock.close();
  };
}
