import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart, errorMessage } from "../errors.ts";

/** Stands in a data folder that a restore is filling. A server does not start on it. */
export const UNFINISHED = "restore.unfinished";

/**
 * Makes the data folder and sees that it can be written, before anything depends on it.
 * @throws CannotStart with one sentence: a read-only or full disk, somebody else's folder, a restore that was cut short
 */
export function prepareDataFolder(dataDir: string): void {
  refuseUnfinished(dataDir);
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, "x", { flush: true });
    rmSync(probe);
  } catch (error) {
    removeQuietly(probe);
    const why = WHY[codeOf(error)] ?? errorMessage(error);
    throw new CannotStart(`The data folder ${dataDir} cannot be written: ${why}. CLEW_DATA names another one.`, {
      cause: error,
    });
  }
}

/** @throws CannotStart for a folder that a restore was cut short in */
export function refuseUnfinished(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return;
  throw new CannotStart(`A restore into ${dataDir} was cut short. Empty the folder and restore again.`);
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be written, nothing is there.
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

const WHY: Readonly<Record<string, string>> = {
  EROFS: "its disk is read-only",
  EACCES: "this user has no right to",
  EPERM: "this user has no right to",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk is full",
  ENOTDIR: "a part of its path is a file",
};
