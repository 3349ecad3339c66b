/**
 * The commit-graph of a mirror with changed-path Bloom filters: git then skips commits that did not change a path without reading their trees.
 * It is written here only. A host never sends one, and that of a local repository is not copied.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { runSourceGit } from "./sourceGit.ts";

/** Commits whose filters one git process computes: some seconds of work, after which a stop loses nothing. */
const FILTERS_PER_STEP = 16_384;
/** Milliseconds of one step. */
const STEP_TIMEOUT_MS = 10 * 60_000;
const SIGNATURE = "CGPH";
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

const infoOf = (mirror: string): string => join(mirror, "objects", "info");

export async function removeCommitGraph(mirror: string): Promise<void> {
  for (const name of ["commit-graph", "commit-graph.lock", "commit-graphs"])
    await rm(join(infoOf(mirror), name), { recursive: true, force: true });
}

/** Files of the graph: one, or the layers of a chain. */
async function graphFiles(mirror: string): Promise<string[]> {
  const single = join(infoOf(mirror), "commit-graph");
  if (await stat(single).catch(() => null)) return [single];
  const folder = join(infoOf(mirror), "commit-graphs");
  const chain = await readFile(join(folder, "commit-graph-chain"), "latin1").catch(() => "");
  return chain
    .split("\n")
    .filter((hash) => /^[0-9a-f]{40,64}$/.test(hash))
    .map((hash) => join(folder, `graph-${hash}.graph`));
}

/** What a file of the graph contains; null for one that is damaged. */
interface GraphFacts {
  readonly commits: number;
  /** Commits without a filter. */
  readonly missing: number;
}

/** Reads a file and compares its content with the hash at its end. */
async function readFacts(path: string): Promise<GraphFacts | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    const header = Buffer.alloc(HEADER_BYTES);
    await file.read(header, 0, HEADER_BYTES, 0);
    if (header.toString("latin1", 0, 4) !== SIGNATURE) return null;
    const algorithm = { 1: "sha1", 2: "sha256" }[header[5] ?? 0];
    if (algorithm === undefined) return null;
    const hashBytes = algorithm === "sha1" ? 20 : 32;
    const end = size - hashBytes;
    const trailer = Buffer.alloc(hashBytes);
    await file.read(trailer, 0, hashBytes, end);
    if (!(await hashTo(path, end, createHash(algorithm))).equals(trailer)) return null;
    const chunks = header[6] ?? 0;
    const table = Buffer.alloc((chunks + 1) * ENTRY_BYTES);
    await file.read(table, 0, table.length, HEADER_BYTES);
    const chunkOf = async (id: string): Promise<Buffer | null> => {
      for (let at = 0; at < chunks; at++) {
        if (table.toString("latin1", at * ENTRY_BYTES, at * ENTRY_BYTES + 4) !== id) continue;
        const from = Number(table.readBigUInt64BE(at * ENTRY_BYTES + 4));
        const to = Number(table.readBigUInt64BE((at + 1) * ENTRY_BYTES + 4));
        const bytes = Buffer.alloc(to - from);
        await file.read(bytes, 0, bytes.length, from);
        return bytes;
      }
      return null;
    };
    const fanout = await chunkOf("OIDF");
    if (!fanout) return null;
    const commits = fanout.readUInt32BE(fanout.length - 4);
    return { commits, missing: missingIn(await chunkOf("BIDX"), commits) };
  } catch {
    return null; // offsets beyond the file
  } finally {
    await file.close();
  }
}

/** Commits whose filter has no bytes: it was not computed yet. One of a commit without changes has a byte. */
function missingIn(ends: Buffer | null, commits: number): number {
  if (!ends) return commits;
  let missing = 0;
  for (let at = 0, before = 0; at < commits; at++) {
    const end = ends.readUInt32BE(at * 4);
    if (end === before) missing++;
    before = end;
  }
  return missing;
}

async function hashTo(path: string, end: number, hash: Hash): Promise<Buffer> {
  if (end > 0) for await (const chunk of createReadStream(path, { end: end - 1 })) hash.update(chunk as Buffer);
  return hash.digest();
}

/** Commits without a filter; null where there is no graph or one of its files is damaged. */
async function missingFilters(mirror: string): Promise<number | null> {
  const files = await graphFiles(mirror);
  if (files.length === 0) return null;
  let missing = 0;
  for (const path of files) {
    const facts = await readFacts(path);
    if (!facts) return null;
    missing += facts.missing;
  }
  return missing;
}

/**
 * Brings the graph of a mirror to its refs: a layer for new commits, and in steps the filters that are missing. A damaged one is written
 * again. Each step leaves a graph that is valid, and the next call continues.
 * @returns commits without a filter; null where git wrote none, as for a shallow repository
 * @throws SourceError
 */
export async function updateCommitGraph(mirror: string, signal: AbortSignal): Promise<number | null> {
  const before = (await missingFilters(mirror)) === null ? [] : await graphFiles(mirror);
  if (before.length === 0) await removeCommitGraph(mirror);
  let isWritten = await write(mirror, "--split", signal);
  let missing = await missingFilters(mirror);
  while (isWritten && missing !== null && missing > 0) {
    isWritten = await write(mirror, "--split=replace", signal);
    const left = await missingFilters(mirror);
    // Commits that git computes no filter for would keep this going.
    if (left !== null && left >= missing) break;
    missing = left;
  }
  const isNew = (await graphFiles(mirror)).join("\n") !== before.join("\n");
  // The newest layer of a chain is compared with the commits; the others were compared when they were written.
  if (isWritten && (!isNew || (await runGraph(mirror, ["verify", "--shallow"], signal)))) return missing;
  // Without a graph git reads the commits themselves.
  await removeCommitGraph(mirror);
  return null;
}

const write = (mirror: string, split: string, signal: AbortSignal): Promise<boolean> =>
  runGraph(mirror, ["write", split, "--reachable", "--changed-paths", `--max-new-filters=${FILTERS_PER_STEP}`], signal);

/** @returns whether git ended well */
async function runGraph(mirror: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const words = [`--git-dir=${mirror}`, "commit-graph", ...args, "--no-progress"];
  const { code } = await runSourceGit(words, { signal, timeoutMs: STEP_TIMEOUT_MS });
  return code === 0;
}
