import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { CannotStart } from "../../errors.ts";
import type { Settings } from "../../settings.ts";

/**
 * Refuses a folder of backups in which they would be lost or read together with the data.
 * @throws CannotStart when it is a symbolic link or a file, when it is or contains the data folder, and when it is inside that folder
 */
export function checkBackupFolder({ dataDir, backup: { folder } }: Pick<Settings, "dataDir" | "backup">): void {
  if (folder === undefined) return;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  // A link that is changed to another folder would leave its backups unfound.
  if (stats?.isSymbolicLink() === true)
    throw new CannotStart(
      `CLEW_BACKUP_FOLDER ${folder} is a symbolic link. Set it to the folder to which the link points.`,
    );
  if (stats?.isDirectory() === false) throw new CannotStart(`CLEW_BACKUP_FOLDER ${folder} is not a folder.`);
  const [data, backups] = [realPath(dataDir), realPath(folder)];
  if (isWithin(backups, data) || isWithin(data, backups))
    throw new CannotStart(
      `CLEW_BACKUP_FOLDER ${folder} and the data folder ${dataDir} contain one another. Set it to a folder apart from the data, on another disk.`,
    );
}

const isWithin = (path: string, folder: string): boolean => {
  const [first] = relative(folder, path).split(sep);
  return first !== "..";
};

/** The path without symbolic links, also of what is not there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
