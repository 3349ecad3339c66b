import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart, errorMessage } from "../errors.ts";

/** A marker in a data folder that a restore is filling. A server does not start on it. */
export const UNFINISHED = "restore.unfinished";

/**
 * Creates the data folder and checks that it is writable, before anything depends on it.
 * @throws CannotStart with one sentence: a read-only or full disk, a folder of another user, an interrupted restore
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
  makePrivate(dataDir);
}

/** Permission bits of group and others. */
const SHARED = 0o077;

/**
 * Removes all permissions of group and others from the data folder and its contents, which include private code, issues and password hashes.
 * Symbolic links are not followed. Windows has no such bits.
 * @throws CannotStart with the command that does it, when this user may not or the file system has no permissions
 */
export function makePrivate(dataDir: string): void {
  if (process.platform === "win32") return;
  try {
    // The folder itself first: from then on other users cannot reach its contents.
    restrict(dataDir, statSync(dataDir).mode);
    restrictBelow(dataDir);
  } catch (error) {
    throw new CannotStart(
      `Other accounts of this machine may read the data folder ${dataDir}, and this user cannot change that (${errorMessage(error)}). Run: sudo chown -R ${process.getuid?.() ?? "$(id -u)"} ${dataDir} && sudo chmod -R go-rwx ${dataDir}; or name a folder that this user owns by CLEW_DATA.`,
      { cause: error },
    );
  }
  if ((statSync(dataDir).mode & SHARED) === 0) return;
  throw new CannotStart(
    `Other accounts of this machine may read the data folder ${dataDir}, because its file system keeps no rights. Mount it with umask=077 (or uid= and dmode=0700,fmode=0600), or name a folder on another disk by CLEW_DATA.`,
  );
}

function restrict(path: string, mode: number): void {
  if ((mode & SHARED) !== 0) chmodSync(path, mode & 0o7777 & ~SHARED);
}

/** The same for everything below a folder. */
export function restrictBelow(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // Another process of the installation may remove a file meanwhile.
    if (stats === undefined || stats.isSymbolicLink()) continue;
    try {
      restrict(path, stats.mode);
      if (stats.isDirectory()) restrictBelow(path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
    }
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
