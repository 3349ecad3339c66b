/** The files of mirrors below a data folder. A mirror that is being made, and the copy of a local repository, are folders next to it. */
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The ref of a mirror that is what the remote's HEAD was at the last fetch. */
export const HEAD_REF = "refs/clew/head";

const foldersIn = (dataDir: string): string => join(dataDir, "mirrors");

/** Where the mirrors of repositories are below a data folder, by the source's id. */
export const mirrorFolderIn =
  (dataDir: string) =>
  (sourceId: string): string =>
    join(foldersIn(dataDir), `${sourceId.replaceAll(/[^\w-]/g, "_")}.git`);

/** Ids of the sources of which this data folder has a mirror, or a part of one. */
export async function listMirrors(dataDir: string): Promise<string[]> {
  const names = await readdir(foldersIn(dataDir)).catch(() => []);
  return [...new Set(names.map((name) => name.replace(/\.git(?:\.part|\.source)?$/, "")))];
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
async function folderBytes(folder: string): Promise<number> {
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
