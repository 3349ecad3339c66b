import { lstat, readFile, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { HOUR_MS } from "../../../contract/durations.ts";
import { createFileBlobs } from "../../index/blobs/blobs.ts";
import { blobsNamedBy } from "../../index/manifest.ts";

/** Where the indexes of one repository are: a manifest for each revision, and the blobs that they share. */
export const manifestFolder = (folder: string): string => join(folder, "manifests");
export const blobFolder = (folder: string): string => join(folder, "blobs");

/** The names that `openRevision` gives: nothing else in the folder is of the cache. */
const REPOSITORY = /^[0-9a-f]{16}$/;
const MANIFEST = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\.json$/;

/** Notes that a revision was asked for, so that the cache keeps it longer than others. */
export async function noteUse(manifest: string): Promise<void> {
  const now = new Date();
  await utimes(manifest, now, now).catch(() => undefined);
}

interface CachedRevision {
  readonly folder: string;
  readonly file: string;
  readonly usedAt: number;
}

/**
 * Deletes the revisions that were not asked for longest, of all repositories of a cache, until its blobs have no more than `maxBytes`. What was used
 * within the last hour is kept, because another process may read it or be building it. Only files that have the names of the cache are deleted, in
 * folders of this user and never through a link, since the folder may be shared with other programs and users.
 */
export async function pruneCache(cache: string, maxBytes: number): Promise<void> {
  const folders = await repositoriesIn(cache);
  let bytes = 0;
  for (const folder of folders) bytes += await bytesOf(folder);
  if (bytes <= maxBytes) return;
  const before = Date.now() - HOUR_MS;
  const revisions = (await Promise.all(folders.map(revisionsOf))).flat().sort((a, b) => a.usedAt - b.usedAt);
  // What no manifest names goes first: of builds that were stopped, and of other versions.
  for (const folder of folders) bytes -= await deleteUnnamed(folder, before);
  for (const { folder, file, usedAt } of revisions) {
    if (bytes <= maxBytes || usedAt >= before) return;
    // Another process may have used it since.
    if (((await lstat(file).catch(() => null))?.mtimeMs ?? before) >= before) continue;
    await rm(file, { force: true });
    bytes -= await deleteUnnamed(folder, before);
  }
}

/** The folders of repositories whose parts are folders of this user themselves. */
async function repositoriesIn(cache: string): Promise<string[]> {
  const result: string[] = [];
  for (const name of await namesIn(cache)) {
    const folder = join(cache, name);
    const parts = [folder, manifestFolder(folder), blobFolder(folder)];
    if (REPOSITORY.test(name) && (await Promise.all(parts.map(isOwnFolder))).every(Boolean)) result.push(folder);
  }
  return result;
}

async function isOwnFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  // Windows has no numbers of users.
  return stats !== null && stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}

async function bytesOf(folder: string): Promise<number> {
  let sum = 0;
  for await (const { bytes } of createFileBlobs(blobFolder(folder)).list()) sum += bytes;
  return sum;
}

async function revisionsOf(folder: string): Promise<CachedRevision[]> {
  const cachedRevisions: CachedRevision[] = [];
  for (const name of await namesIn(manifestFolder(folder))) {
    const file = join(manifestFolder(folder), name);
    const stats = await lstat(file).catch(() => null);
    if (stats?.isFile() === true && MANIFEST.test(name)) cachedRevisions.push({ folder, file, usedAt: stats.mtimeMs });
  }
  return cachedRevisions;
}

/** Deletes the blobs that no manifest of a repository names. @returns their bytes */
async function deleteUnnamed(folder: string, before: number): Promise<number> {
  const texts = (await revisionsOf(folder)).map(({ file }) => readFile(file, "utf8").catch(() => ""));
  const named = blobsNamedBy(await Promise.all(texts));
  const blobs = createFileBlobs(blobFolder(folder));
  let deleted = 0;
  for await (const { hash, bytes, writtenAt } of blobs.list()) {
    if (named.has(hash) || writtenAt >= before) continue;
    await blobs.delete(hash, before);
    deleted += bytes;
  }
  return deleted;
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
