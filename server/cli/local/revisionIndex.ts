import { shortHash } from "../../../contract/code/shortHash.ts";
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type CodePart,
  type CommitsPart,
  type Manifest,
  decodeManifest,
  emptyManifest,
  encodeManifest,
  withPart,
} from "../../index/manifest.ts";
import { createFileBlobs } from "../../index/blobs/blobs.ts";
import { type IndexBuilder, createIndexBuilder } from "../../index/build/builder.ts";
import { type LocalRepository, RepositoryPathError, findLocalRepository } from "../../git/localRepository.ts";
import { commitsBetween, findCommit } from "../../git/commitLookup.ts";
import { linkRepository } from "../../git/snapshot.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { errorMessage } from "../../errors.ts";
import { blobFolder, manifestFolder, noteUse, pruneCache } from "./pruneCache.ts";
import { withTemporaryFolder } from "../../withTemporaryFolder.ts";

/** Where indexes are kept between calls, and how much of them. */
export interface RevisionCache {
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * Opens the index of one repository at one revision, built from that revision and the history before it alone. It is kept in
 * `cache`, where indexes of other revisions of the same repository are the start for a new one.
 */
export async function openRevision(
  repository: string,
  revision: string,
  cache: RevisionCache,
  report: (line: string) => void,
): Promise<OpenedIndex> {
  const repositoryRoot = await repositoryAbove(resolve(repository));
  if (repositoryRoot === undefined) throw new Error(`${repository} is not a git repository.`);
  return withTemporaryFolder("clew-repository-", async (gitDir) => {
    await linkRepository(repositoryRoot, gitDir);
    return openCommit(repositoryRoot, gitDir, repository, revision, cache, report);
  });
}

/** @param gitDir shows the repository with a configuration of ours: what the repository configures could run programs */
async function openCommit(
  localRepository: LocalRepository,
  gitDir: string,
  repository: string,
  revision: string,
  cache: RevisionCache,
  report: (line: string) => void,
): Promise<OpenedIndex> {
  const commit = await findCommit(gitDir, revision);
  if (commit === null) throw new Error(`${repository} has no revision ${revision}.`);
  const folder = join(cache.folder, createHash("sha256").update(localRepository.gitDir).digest("hex").slice(0, 16));
  const manifests = manifestFolder(folder);
  const blobs = blobFolder(folder);
  await mkdir(manifests, { recursive: true });
  const store = new IndexCache(createFileBlobs(blobs), { maxBytes: Infinity });
  const file = join(manifests, `${commit}.json`);
  const manifest = await readManifest(file);
  if (manifest) {
    try {
      await noteUse(file);
      return await store.open(manifest);
    } catch (error) {
      report(`The kept index is not usable and is built again: ${errorMessage(error)}`);
    }
  }
  report(`Building the index of ${shortHash(commit)} in ${folder} …`);
  const builder = createIndexBuilder({ blobs: { driver: "files", folder: blobs }, threads: 2 });
  try {
    const manifest = await build(builder, gitDir, commit, await nearestManifest(gitDir, commit, manifests));
    await writeFile(file, encodeManifest(manifest));
    const opened = await store.open(manifest);
    await pruneCache(cache.folder, cache.maxBytes).catch((error: unknown) => {
      report(`The cache ${cache.folder} could not be made smaller: ${errorMessage(error)}`);
    });
    return opened;
  } finally {
    await builder.close();
  }
}

/** The repository of a folder, also of one within its work tree. */
async function repositoryAbove(folder: string): Promise<LocalRepository | undefined> {
  try {
    return await findLocalRepository(folder, null);
  } catch (error) {
    if (!(error instanceof RepositoryPathError) || error.reason !== "missing") throw error;
  }
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}

async function build(builder: IndexBuilder, gitDir: string, commit: string, other: Manifest | null): Promise<Manifest> {
  const base = { gitDir, commit, source: "repository" };
  const previous: CodePart | null = other?.code[0] ?? null;
  const earlier: CommitsPart | null = other?.commits[0] ?? null;
  const [code, commits] = await Promise.all([
    builder.buildCode({ ...base, name: "repository", previous }).then((part) => builder.buildSymbols({ part })),
    builder.buildCommits({ ...base, previous: earlier }),
  ]);
  return withPart(withPart(emptyManifest(), { code }), { commits });
}

async function readManifest(file: string): Promise<Manifest | null> {
  try {
    return decodeManifest(await readFile(file, "utf8"));
  } catch {
    // Not there, or written by another version: both mean that it has to be built.
    return null;
  }
}

/** Manifests that are compared, those used last. */
const MAX_COMPARED = 20;

/**
 * The manifest of the revision from which the new index is made with the least work: of the nearest commit before it, whose history only has to be
 * continued; otherwise of the nearest one.
 */
async function nearestManifest(gitDir: string, commit: string, folder: string): Promise<Manifest | null> {
  const times = await Promise.all(
    (await readdir(folder)).map(async (name) => ({
      name,
      // Another process may delete it.
      usedAt: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const candidates = times.sort((a, b) => b.usedAt - a.usedAt).slice(0, MAX_COMPARED);
  const measured: { readonly name: string; readonly older: number; readonly newer: number }[] = [];
  // In turn: each comparison may read all of the history.
  for (const { name } of candidates) {
    const distance = await commitsBetween(gitDir, name.replace(/\.json$/, ""), commit);
    if (distance !== null) measured.push({ name, ...distance });
  }
  const ordered = measured.sort(
    (a, b) => Number(a.older > 0) - Number(b.older > 0) || a.older + a.newer - (b.older + b.newer),
  );
  for (const { name } of ordered) {
    const manifest = await readManifest(join(folder, name));
    if (!manifest) continue;
    await noteUse(join(folder, name));
    return manifest;
  }
  return null;
}
