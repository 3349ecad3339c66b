import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CannotStart } from "../../errors.ts";

/**
 * Holds a directory for this process alone. PGlite itself has no lock, and two processes on one directory destroy it. The
 * lock is an open SQLite transaction on a file beside the directory: the kernel frees it when the process ends, however it
 * ends, where a file with a process number would stay behind.
 * @returns the function that frees it
 * @throws CannotStart when another process, or this one, has it
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
