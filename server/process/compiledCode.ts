import { statfsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { isClone, productFile } from "../productFiles.ts";

/** Bytes. On a full disk Node would leave an empty file of each module at each end; what is kept takes a tenth of this. */
const MIN_FREE_BYTES = 128 * 2 ** 20;

/**
 * Lets Node keep its compile cache between starts, because compiling the server's modules is a quarter of a start. The cache is in the
 * code's folder: a user who can write there could change the code as well, unlike in the folder for temporary files. Without write access
 * Node starts without it.
 */
export function keepCompiledCode(): void {
  const folder = productFile(isClone ? "node_modules" : "server");
  if (process.env["NODE_COMPILE_CACHE"] !== undefined || !hasRoom(folder)) return;
  // By the variable too, so that the threads have it.
  process.env["NODE_COMPILE_CACHE"] = productFile(isClone ? "node_modules/.cache/clew" : "server/.cache");
  enableCompileCache(process.env["NODE_COMPILE_CACHE"]);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > MIN_FREE_BYTES;
  } catch {
    return false; // the modules are elsewhere, or the system does not report it
  }
}
