import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CannotStart } from "../../errors.ts";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";

export const isTarName = (path: string): boolean => path.endsWith(".tar");

/** Packs a folder into one file, flushes it and removes the folder. */
export async function packTar(folder: string, file: string): Promise<void> {
  const packed = join(folder, "..", `.${Date.now()}-${process.pid}.tar.part`);
  try {
    await tar(["-cf", packed, "-C", folder, "."]);
    const handle = await open(packed, "r+");
    await handle.sync();
    await handle.close();
    await rename(packed, file);
  } finally {
    await rm(packed, { force: true });
  }
  await rm(folder, { recursive: true, force: true });
}

/** Unpacks into a temporary folder for as long as `read` takes; a folder is used where it is. */
export async function withBackup<T>(path: string, read: (folder: string) => Promise<T>): Promise<T> {
  if (!isTarName(path)) return read(path);
  return withTemporaryFolder("clew-backup-", async (folder) => {
    const backup = join(folder, "backup");
    await mkdir(backup);
    await tar(["-xf", path, "-C", backup, "--no-same-owner"]);
    return read(backup);
  });
}

async function tar(args: readonly string[]): Promise<void> {
  const child = spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
  let errorText = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorText = (errorText + text).slice(-500);
  });
  const [code] = (await once(child, "close").catch((error: Error) => {
    throw new CannotStart(`The program tar cannot be run: ${error.message}. A backup into a folder needs none.`);
  })) as [number | null];
  if (code !== 0)
    throw new CannotStart(`The archive cannot be read or written: ${errorText.trim() || `tar ended with ${code}`}.`);
}
