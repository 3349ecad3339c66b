/** The data folder and its disk. Nothing is created but a file that is removed at once. */
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { KEY_FILE } from "../../access/keys/KeyRing.ts";
import { refuseUnfinished } from "../../db/dataFolder.ts";
import { errorMessage } from "../../errors.ts";
import { readDiskSpace } from "../../process/machine.ts";
import type { Settings } from "../../settings.ts";
import { MEGABYTE } from "../../sizes.ts";
import { isThere, listMirrors, mirrorFolderIn, storeOfMirror } from "../../sources/git/mirrorFiles.ts";
import { failed, type Finding, ok, skipped, warning } from "./Finding.ts";

/** Permission bits of group and others. */
const SHARED = 0o077;
/** Free space in megabytes below which the embedded database cannot be relied on to store what it acknowledges. */
const LEAST_MB = 256;

export async function dataFolderFindings(settings: Pick<Settings, "dataDir" | "diskReserveBytes">): Promise<Finding[]> {
  const { dataDir } = settings;
  const folder = nearest(dataDir);
  return [
    writable(dataDir, folder),
    ...permissions(dataDir),
    ...(await sharedObjects(dataDir)),
    await space(folder, settings.diskReserveBytes),
  ];
}

/** The folder, or the one in which the first start creates it. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}

function writable(dataDir: string, folder: string): Finding {
  const user = process.getuid?.();
  const advice = `Give it to the user of the server (sudo chown -R ${user ?? "USER"} ${folder}), mount it writable, or name another folder in CLEW_DATA.`;
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    refuseUnfinished(dataDir);
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`);
    writeFileSync(probe, "x", { flush: true });
    rmSync(probe);
  } catch (error) {
    return failed("data folder", `The data folder ${dataDir} cannot be used: ${errorMessage(error)}.`, advice);
  }
  return folder === dataDir
    ? ok("data folder", `The data folder ${dataDir} can be written.`)
    : ok("data folder", `The data folder ${dataDir} is created by the first start.`);
}

/** The number of the user to whom the data folder belongs, if that is another than the one of this process. */
export function otherOwner(dataDir: string): number | undefined {
  const user = process.getuid?.();
  if (user === undefined || !existsSync(dataDir)) return undefined;
  const { uid } = statSync(dataDir);
  return uid === user ? undefined : uid;
}

function permissions(dataDir: string): Finding[] {
  if (process.platform === "win32" || !existsSync(dataDir)) return [];
  const owner = otherOwner(dataDir);
  if (owner !== undefined) {
    return [
      failed(
        "permissions",
        `The data folder ${dataDir} belongs to another user (number ${owner}) than the one of this command.`,
        "Run clew doctor as the user of the server (sudo -u clew, or clew-admin doctor). If this is that user, give it the folder.",
      ),
    ];
  }
  const open = [dataDir, join(dataDir, KEY_FILE)].filter(
    (path) => existsSync(path) && (statSync(path).mode & SHARED) !== 0,
  );
  if (open.length === 0) return [ok("permissions", "Other accounts of this machine cannot read the data folder.")];
  return [
    warning(
      "permissions",
      `Other accounts of this machine can read ${open.join(" and ")}.`,
      `The next start removes these permissions, or: chmod -R go-rwx ${dataDir}`,
    ),
  ];
}

/** Whether each mirror has the folder from which it reads objects that it shares (ADR 0257). */
async function sharedObjects(dataDir: string): Promise<Finding[]> {
  const missing = new Set<string>();
  let [sharing, damaged] = [0, 0];
  for (const id of await listMirrors(dataDir)) {
    const store = await storeOfMirror(mirrorFolderIn(dataDir)(id));
    if (store === null) continue;
    sharing += 1;
    if (await isThere(join(store, "objects"))) continue;
    damaged += 1;
    missing.add(store);
  }
  if (sharing === 0) return [];
  const mirrors = (count: number): string => (count === 1 ? "1 mirror" : `${count} mirrors`);
  if (damaged === 0) return [ok("shared objects", `${mirrors(sharing)} of repositories share objects, and have them.`)];
  return [
    failed(
      "shared objects",
      `${mirrors(damaged)} of repositories share objects that are missing: ${[...missing].join(", ")}.`,
      "Restore these folders from a copy of the data folder. Without one, the next sync of each repository fetches it again (Sync now in its project).",
    ),
  ];
}

async function space(folder: string, reserve: number): Promise<Finding> {
  const diskSpace = await readDiskSpace(folder);
  if (diskSpace === undefined) return skipped("disk", "The file system does not say how much is free.");
  const free = Math.floor(diskSpace.freeBytes / MEGABYTE);
  const says = `${free} MB are free on the disk of the data folder.`;
  if (free < LEAST_MB) return failed("disk", says, "Free some space: the embedded database stops on a full disk.");
  if (free * MEGABYTE >= reserve) return ok("disk", says);
  return warning(
    "disk",
    says,
    `Syncs wait below CLEW_DISK_RESERVE_MB (${Math.ceil(reserve / MEGABYTE)}). Free some space, or lower it.`,
  );
}
