/** Data folders in the system's folder for temporary files, each of one process. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDER = /^clew-ui-(\d+)-/;

export interface DataFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates a folder whose name has the id of this process. */
export async function createDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), `clew-ui-${process.pid}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Deletes folders whose process is no more: it was killed. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(FOLDER.exec(name)?.[1]);
    if (!Number.isInteger(pid) || isRunning(pid)) continue;
    // Those of another user cannot be deleted, and are not ours to delete.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
