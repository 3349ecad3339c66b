/** The files of mirrors below a data folder. A mirror that is being made, and the copy of a local repository, are folders next to it. */
import { lstat, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FORMER_FILE } from "../../git/commitLookup.ts";

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
const ALTERNATE = /^\.\.\/\.\.\/\.\.\/stores\/([0-9a-f]{40}-\d+\.git)\/objects\n$/;
const alternatesOf = (mirror: string): string => join(mirror, "objects", "info", "alternates");

/** The folder of the shared objects that a mirror reads; null where it has its own alone. */
export async function storeOfMirror(mirror: string): Promise<string | null> {
  const name = ALTERNATE.exec(await readFile(alternatesOf(mirror), "utf8").catch(() => ""))?.[1];
  return name === undefined ? null : join(storesFolder(dirname(dirname(mirror))), name);
}

/** From now on the mirror reads these objects besides its own. */
export async function readFromStore(mirror: string, store: string): Promise<void> {
  await replaceFile(alternatesOf(mirror), `../../../stores/${basename(store)}/objects\n`);
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
  stat(path).then(
    () => true,
    () => false,
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

/** Bytes of a mirror with everything that git is writing for it. */
export async function mirrorBytes(mirror: string): Promise<number> {
  let bytes = 0;
  for (const path of [mirror, partFolder(mirror), localCopyFolder(mirror)]) bytes += await folderBytes(path);
  return bytes;
}

/** Bytes of the files below a folder; 0 when there is none. Files with further hard links are another repository's, and do not count. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else if (entry.isFile()) {
      // git may rename or remove it meanwhile.
      const stats = await lstat(path).catch(() => null);
      if (stats && stats.nlink <= 1) bytes += stats.size;
    }
  }
  return bytes;
}
