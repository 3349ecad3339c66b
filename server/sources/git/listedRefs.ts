/**
 * Commits of the listed branches and tags outside of the history of the HEAD, in the mirror under `refs/clew/tagged/`, named by their hash.
 */
import { stat } from "node:fs/promises";
import { SourceError } from "../SourceError.ts";
import { gitFailure } from "./gitFailure.ts";
import { withLocalCopy } from "./localSource.ts";
import { type MirrorOptions, fetchRefs } from "./mirror.ts";
import { localCopyFolder } from "./mirrorFiles.ts";
import { runSourceGit } from "./sourceGit.ts";

/** Refs that one sync fetches; the next one continues. */
const MAX_FETCHED = 1000;
/** Fetches of one sync. Each failed one is repeated in two halves, so that one damaged ref does not close the others. */
const MAX_FETCHES = 24;
const LOCAL = "refs/clew/tagged/";
/** Characters that a refspec gives a meaning and no ref may have. */
const NO_REF = /[\s:*?[\\^~]/;

/** A commit of a branch or tag outside of the head's history. */
export interface ListedOutsideCommit {
  /** The newest commits of the head's history that it contains. */
  readonly forks: readonly string[];
  readonly committedAt: Date;
}

/** By the hash of the commit. */
export type OutsideCommits = ReadonlyMap<string, ListedOutsideCommit>;

/**
 * Fetches the commits of branches and tags that an existing mirror lacks. Those that cannot be fetched are left out.
 * @param refs the commit of each ref, by its full name; the last ones are fetched first
 * @throws SourceError where the mirror cannot be read
 */
export async function fetchListedRefs(
  options: MirrorOptions,
  head: string,
  refs: ReadonlyMap<string, string>,
): Promise<OutsideCommits> {
  const { folder, address, signal } = options;
  if (refs.size === 0 || !(await stat(folder).catch(() => null))) return new Map();
  const missing = new Set(await missingOf(folder, [...refs.values()], signal));
  const specs = [...refs]
    .filter(([name, hash]) => missing.has(hash) && !NO_REF.test(name))
    .slice(-MAX_FETCHED)
    .map(([name, hash]) => `+${name}:${LOCAL}${hash}`);
  if (specs.length > 0) {
    try {
      if (address.kind === "path")
        await withLocalCopy(address, localCopyFolder(folder), signal, (copy) =>
          fetchInHalves(specs, { ...options, address: copy }),
        );
      else await fetchInHalves(specs, options);
    } catch (error) {
      if (signal.aborted || !(error instanceof SourceError)) throw error;
    }
  }
  const outside = await readOutside(folder, head, [...new Set(refs.values())], signal);
  await keepRefs(folder, [...outside.keys()], signal);
  return outside;
}

/** @throws SourceError for a failure that is not of a single ref */
async function fetchInHalves(specs: readonly string[], options: MirrorOptions): Promise<void> {
  const waiting: (readonly string[])[] = [specs];
  for (let tries = 0; tries < MAX_FETCHES; tries++) {
    const next = waiting.shift();
    if (!next) return;
    try {
      await fetchRefs(options.folder, next, options);
    } catch (error) {
      if (options.signal.aborted || !(error instanceof SourceError) || !OF_ONE_REF.has(error.code)) throw error;
      if (next.length > 1) waiting.push(next.slice(0, next.length >> 1), next.slice(next.length >> 1));
    }
  }
}

/** A host that is gone or refuses is not asked again. */
const OF_ONE_REF: ReadonlySet<string> = new Set(["damaged", "bad_answer", "not_found"]);

async function missingOf(folder: string, hashes: readonly string[], signal: AbortSignal): Promise<string[]> {
  const lines = await linesOf(folder, ["cat-file", "--batch-check"], hashes, signal);
  return lines.filter((line) => line.endsWith(" missing")).map((line) => line.slice(0, line.indexOf(" ")));
}

/** Walks the commits outside of the history of the head once, with the parents of each. */
async function readOutside(
  folder: string,
  head: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<OutsideCommits> {
  const types = await linesOf(folder, ["cat-file", "--batch-check"], hashes, signal);
  const commits = types.filter((line) => line.includes(" commit ")).map((line) => line.slice(0, line.indexOf(" ")));
  if (commits.length === 0) return new Map();
  const revisions = [...commits, `^${head}`];
  const walk = await linesOf(folder, ["rev-list", "--timestamp", "--parents", "--stdin"], revisions, signal);
  const parents = new Map<string, readonly string[]>();
  const times = new Map<string, number>();
  for (const line of walk) {
    const [seconds = "", commit = "", ...parentHashes] = line.split(" ");
    parents.set(commit, parentHashes);
    times.set(commit, Number(seconds));
  }
  return new Map(
    commits.flatMap((hash): [string, ListedOutsideCommit][] => {
      const seconds = times.get(hash);
      if (seconds === undefined) return [];
      return [[hash, { forks: forksOf(hash, parents), committedAt: new Date(seconds * 1000) }]];
    }),
  );
}

function forksOf(tagged: string, parents: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([tagged]);
  const forks: string[] = [];
  for (const hash of seen) {
    const outside = parents.get(hash);
    if (outside) for (const parent of outside) seen.add(parent);
    else forks.push(hash);
  }
  return forks;
}

/** Refs for these commits alone: mirrors of several processes are compared by their refs. */
async function keepRefs(folder: string, hashes: readonly string[], signal: AbortSignal): Promise<void> {
  const there = new Set(await linesOf(folder, ["for-each-ref", "--format=%(refname)", LOCAL], [], signal));
  const localRefs = new Set(hashes.map((hash) => LOCAL + hash));
  const input = [
    ...[...localRefs].filter((name) => !there.has(name)).map((name) => `create ${name}\0${name.slice(LOCAL.length)}\0`),
    ...[...there].filter((name) => !localRefs.has(name)).map((name) => `delete ${name}\0\0`),
  ].join("");
  if (input === "") return;
  await textOf(folder, ["update-ref", "--stdin", "-z"], input, signal);
}

const linesOf = async (
  folder: string,
  args: readonly string[],
  input: readonly string[],
  signal: AbortSignal,
): Promise<string[]> =>
  (await textOf(folder, args, input.map((line) => `${line}\n`).join(""), signal))
    .split("\n")
    .filter((line) => line !== "");

async function textOf(folder: string, args: readonly string[], input: string, signal: AbortSignal): Promise<string> {
  const { code, output, stderr } = await runSourceGit([`--git-dir=${folder}`, ...args], { signal, input });
  if (code !== 0) throw gitFailure(stderr, "");
  return output.toString("latin1");
}
