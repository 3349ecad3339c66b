/** The files of mirrors below a data folder. A mirror that is being made, and the copy of a local repository, are folders next to it. */
import type { BigIntStats } from "node:fs";
import { lstat, readFile, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { HOUR_MS } from "../../../contract/durations.ts";
import { FORMER_FILE } from "../../git/commitLookup.ts";
import { orIfMissing } from "../../git/absentFiles.ts";

/** The ref of a mirror that is what the remote's HEAD was at the last fetch. */
export const HEAD_REF = "refs/clew/head";

const PART_OF_NAME = /\.git(?:\.part|\.source)?$/;

const foldersIn = (dataDir: string): string => join(dataDir, "mirrors");

/** Where the mirrors of repositories are below a data folder, by the source's id. */
export const mirrorFolderIn =
  (dataDir: string) =>
  (sourceId: string): string =>
    join(foldersIn(dataDir), `${sourceId.replaceAll(/[^\w-]/g, "_")}.git`);

/** The source that a mirror, or the part of one, belongs to. */
export const sourceOfMirror = (mirror: string): string => basename(mirror).replace(PART_OF_NAME, "");

/** Ids of the sources of which this data folder has a mirror, or a part of one. */
export async function listMirrors(dataDir: string): Promise<string[]> {
  const names = await readdir(foldersIn(dataDir)).catch(() => []);
  return [...new Set(names.map((name) => name.replace(PART_OF_NAME, "")))];
}

/** Where a mirror is made; it is renamed once it is complete. */
export const partFolder = (mirror: string): string => `${mirror}.part`;

/** Where a local repository is copied to while git reads it. */
export const localCopyFolder = (mirror: string): string => `${mirror}.source`;

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

export async function removeMirror(mirror: string): Promise<void> {
  for (const path of [mirror, partFolder(mirror), localCopyFolder(mirror)]) await remove(path);
}

/** Removes what an interrupted fetch has left. A complete mirror stays. */
export async function removeUnfinished(mirror: string): Promise<void> {
  for (const path of [partFolder(mirror), localCopyFolder(mirror)]) await remove(path);
  await removeLeftovers(mirror);
}

/** Where shared objects are below a data folder: not among the mirrors, where a release without them would take them for orphans. */
export const storesFolder = (dataDir: string): string => join(dataDir, "stores");
/** Relative, so that a data folder may be moved. */
const ALTERNATE = /^\.\.\/.+\/([0-9a-f]{40}-\d+\.git)\/objects\n$/;
const alternatesOf = (mirror: string): string => join(mirror, "objects", "info", "alternates");

const readAlternates = (mirror: string): Promise<string> => orIfMissing(readFile(alternatesOf(mirror), "utf8"), "");

/** The folder of the shared objects that a mirror reads; null where it has its own alone. */
export async function storeOfMirror(mirror: string): Promise<string | null> {
  const name = ALTERNATE.exec(await readAlternates(mirror))?.[1];
  return name === undefined ? null : join(storesFolder(dirname(dirname(mirror))), name);
}

/** From now on the mirror reads these objects besides its own. git follows the path from the real folder, where `mirrors` is a link. */
export async function readFromStore(mirror: string, store: string): Promise<void> {
  const [from, to] = [await realpath(join(mirror, "objects")), await realpath(join(store, "objects"))];
  const text = `${relative(from, to)}\n`;
  if ((await readAlternates(mirror)) !== text) await replaceFile(alternatesOf(mirror), text);
}

export const readOwnAlone = (mirror: string): Promise<void> => remove(alternatesOf(mirror));

/** Commits that refs of the mirror named before, a line each: see `sharedObjects.ts`. */
export const formerFile = (mirror: string): string => join(mirror, FORMER_FILE);

/** Whether the history of a repository is cut: then its objects are not complete. */
export const isShallow = (mirror: string): Promise<boolean> => isThere(join(mirror, "shallow"));

/** Writes a file so that it has the old content or the new one at any time. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export const isThere = (path: string): Promise<boolean> =>
  orIfMissing(
    stat(path).then(() => true),
    false,
  );

/** Removes packs and locks of a killed git from a mirror. Only one process works on a mirror at a time, so none of them is in use. */
export async function removeLeftovers(mirror: string): Promise<void> {
  const objects = join(mirror, "objects");
  const packs = join(objects, "pack");
  for (const name of await readdir(packs).catch(() => []))
    if (/^(?:tmp_|\.tmp-)/.test(name)) await remove(join(packs, name));
  for (const name of ["shallow.lock", "packed-refs.lock", "HEAD.lock", "config.lock", `${HEAD_REF}.lock`])
    await remove(join(mirror, name));
  for (const name of ["commit-graph.lock", "commit-graphs/commit-graph-chain.lock"])
    await remove(join(objects, "info", name));
  for (const name of await readdir(join(objects, "info", "commit-graphs")).catch(() => []))
    if (name.startsWith("tmp_graph_")) await remove(join(objects, "info", "commit-graphs", name));
  for (const name of await readdir(objects).catch(() => []))
    if (name.startsWith("tmp_objdir")) await remove(join(objects, name));
}

/** Removes packs of a store whose index never came: the mirror that gave them still has them, or is gone. */
export async function removeHalfPacks(store: string): Promise<void> {
  const folder = join(store, "objects", "pack");
  const names = new Set(await orIfMissing(readdir(folder), []));
  for (const name of names) {
    const [, base, ending] = /^(pack-[0-9a-f]+)\.(pack|rev)$/.exec(name) ?? [];
    if (ending === undefined || names.has(`${base}.idx`)) continue;
    // The time of the link: a pack keeps the time at which it was written.
    const linked = (await orIfMissing(stat(join(folder, name)), null))?.ctimeMs;
    if (linked !== undefined && Date.now() - linked > HOUR_MS) await rm(join(folder, name), { force: true });
  }
}

/** Bytes of a mirror with everything that git is writing for it. @param store its files do not count where the mirror has them too */
export async function mirrorBytes(mirror: string, store: string | null): Promise<number> {
  const seen = new Set<string>();
  if (store !== null) await folderBytes(store, seen);
  let bytes = 0;
  for (const path of [mirror, partFolder(mirror)]) bytes += await folderBytes(path, seen);
  return bytes + (await folderBytes(localCopyFolder(mirror), null));
}

/**
 * Bytes of the files below a folder; 0 when there is none.
 * @param seen files with several hard links that are counted already, and get those of this folder; null: such files are another repository's
 */
export async function folderBytes(folder: string, seen: Set<string> | null): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path, seen);
    else if (entry.isFile()) {
      // git may rename or remove it meanwhile.
      const stats = await lstat(path, { bigint: true }).catch(() => null);
      if (stats && isCounted(stats, seen)) bytes += Number(stats.size);
    }
  }
  return bytes;
}

function isCounted({ dev, ino, nlink }: BigIntStats, seen: Set<string> | null): boolean {
  if (nlink <= 1n) return true;
  const file = `${dev}:${ino}`;
  if (seen === null || seen.has(file)) return false;
  seen.add(file);
  return true;
}
