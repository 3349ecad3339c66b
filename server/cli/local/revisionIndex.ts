import { shortHash } from "../../../contract/shortHash.ts";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
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
import { findCommit } from "../../git/commitLookup.ts";
import { linkRepository } from "../../git/snapshot.ts";
import { IndexCache } from "../../index/IndexCache.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { errorMessage } from "../../errors.ts";

/**
 * Opens the index of one repository at one revision, built from that revision and the history before it alone. It is kept in
 * `cache`, where indexes of other revisions of the same repository are the start for a new one.
 */
export async function openRevision(
  repository: string,
  revision: string,
  cache: string,
  report: (line: string) => void,
): Promise<OpenedIndex> {
  const found = await repositoryAbove(resolve(repository));
  if (found === undefined) throw new Error(`${repository} is not a git repository.`);
  const gitDir = await mkdtemp(join(tmpdir(), "clew-repository-"));
  try {
    await linkRepository(found, gitDir);
    return await openCommit(found, gitDir, repository, revision, cache, report);
  } finally {
    await rm(gitDir, { recursive: true, force: true });
  }
}

/** @param gitDir shows the repository with a configuration of ours: what the repository configures could run programs */
async function openCommit(
  found: LocalRepository,
  gitDir: string,
  repository: string,
  revision: string,
  cache: string,
  report: (line: string) => void,
): Promise<OpenedIndex> {
  const commit = await findCommit(gitDir, revision);
  if (commit === null) throw new Error(`${repository} has no revision ${revision}.`);
  const folder = join(cache, createHash("sha256").update(found.gitDir).digest("hex").slice(0, 16));
  const manifests = join(folder, "manifests");
  const blobs = join(folder, "blobs");
  await mkdir(manifests, { recursive: true });
  const store = new IndexCache(createFileBlobs(blobs), { maxBytes: Infinity });
  const file = join(manifests, `${commit}.json`);
  const known = await readManifest(file);
  if (known) {
    try {
      return await store.open(known);
    } catch (error) {
      report(`The kept index is not usable and is built again: ${errorMessage(error)}`);
    }
  }
  report(`Building the index of ${shortHash(commit)} in ${folder} …`);
  const builder = createIndexBuilder({ blobs: { driver: "files", folder: blobs }, threads: 2 });
  try {
    const manifest = await build(builder, gitDir, commit, await anotherManifest(manifests));
    await writeFile(file, encodeManifest(manifest));
    return await store.open(manifest);
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

async function anotherManifest(folder: string): Promise<Manifest | null> {
  for (const name of await readdir(folder)) {
    const manifest = await readManifest(join(folder, name));
    if (manifest) return manifest;
  }
  return null;
}
