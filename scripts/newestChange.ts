import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The newest modification time, in milliseconds, among files and folders below the given paths; 0 when none exists.
 * Folders count too, since their time moves when a file in them is removed.
 */
export function newestChange(paths: readonly string[]): number {
  let newest = 0;
  for (const path of paths) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    newest = Math.max(newest, stat.mtimeMs);
    if (!stat.isDirectory()) continue;
    newest = Math.max(newest, newestChange(readdirSync(path).map((name) => join(path, name))));
  }
  return newest;
}
