/** Commits by name, and how they are related. Null and false are git's own answers: a limit or a damaged repository throws. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { message } from "../messages/messages.ts";
import { folderPathspecs, historyOptions } from "./folderPaths.ts";
import { GitReadError, GitStoppedError } from "./gitErrors.ts";
import { orIfMissing } from "./absentFiles.ts";
import { readOutput } from "./readOutput.ts";

/** Enough for the objects that have the same four first digits in a repository of 50 million. */
const MAX_BYTES = 64 << 10;
/** Commits that refs of a mirror named before, a line each. */
export const FORMER_FILE = "clew-former";
/** Commits of the same first digits that are looked at. */
const MAX_CANDIDATES = 20;
/** Milliseconds of a question that someone waits for. */
const TIMEOUT_MS = 10_000;
/** Milliseconds for a sync: a history of millions of commits without a commit-graph is walked. */
export const SYNC_TIMEOUT_MS = 600_000;

/** Whether a text is a hash, or the beginning of one as git accepts it. */
export const isHashPrefix = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);

/** Full id of the commit that a revision names (branch, tag, hash, `HEAD~3`). Null for none, and for the beginning of several hashes. */
export const findCommit = (gitDir: string, revision: string, signal?: AbortSignal): Promise<string | null> =>
  firstLine(gitDir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], signal);

/** Full ids of the commits that begin with some digits, at most `MAX_CANDIDATES`. */
export async function findCommitsAlike(gitDir: string, digits: string, signal?: AbortSignal): Promise<string[]> {
  if (!isHashPrefix(digits)) throw new TypeError("Commits are found by the first digits of their hash.");
  const ids = await output(gitDir, ["rev-parse", `--disambiguate=${digits}`], signal);
  if (!ids) return [];
  const types = await output(gitDir, ["cat-file", "--batch-check=%(objectname) %(objecttype)"], signal, { input: ids });
  const lines = (types ?? "").split("\n").filter((line) => line.endsWith(" commit"));
  return lines.slice(0, MAX_CANDIDATES).map((line) => line.slice(0, line.indexOf(" ")));
}

/**
 * As `findCommit`, but of a mirror that shares its objects only what its own source was listed: commits in the history of its refs, and of what
 * they named before. The beginning of a hash is looked for among these alone.
 */
export async function findOwnCommit(gitDir: string, revision: string, signal?: AbortSignal): Promise<string | null> {
  const former = await ownCommitsOf(gitDir);
  if (former === null) return findCommit(gitDir, revision, signal);
  const [, digits = "", steps = ""] = /^([0-9a-f]+)(.*)$/i.exec(revision) ?? [];
  const isWhole = digits.length === 40 || digits.length === 64;
  const starts = isWhole || !isHashPrefix(digits) ? [digits] : await findCommitsAlike(gitDir, digits, signal);
  const commits: string[] = [];
  for (const start of starts) {
    const commit = await findCommit(gitDir, start + steps, signal);
    if (commit !== null && (await isInOwnHistory(gitDir, commit, former, signal))) commits.push(commit);
  }
  return commits.length === 1 ? (commits[0] ?? null) : null;
}

/** What the refs of a mirror that shares its objects named before; null where it shares none. */
async function ownCommitsOf(gitDir: string): Promise<readonly string[] | null> {
  const read = (...path: string[]): Promise<string> => orIfMissing(readFile(join(gitDir, ...path), "latin1"), "");
  if ((await read("objects", "info", "alternates")) === "") return null;
  return (await read(FORMER_FILE)).split("\n").filter((line) => line !== "");
}

const isInOwnHistory = async (
  gitDir: string,
  commit: string,
  former: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> => {
  const args = ["rev-list", "--max-count=1", commit, "--ignore-missing", "--stdin", "--not", "--glob=refs/clew/*"];
  return (await output(gitDir, args, signal, { input: former.map((tip) => `^${tip}\n`).join("") })) === "";
};

/** As `findCommit`. @throws GitReadError when there is none */
export async function resolveCommit(gitDir: string, revision: string, signal?: AbortSignal): Promise<string> {
  const commit = await findCommit(gitDir, revision, signal);
  if (commit === null) throw new GitReadError("rev-parse", `no commit is named ${revision}`);
  return commit;
}

/** Whether `older` is in the history of `newer`; false also when one of them is not there at all. */
export const isAncestor = async (
  gitDir: string,
  older: string,
  newer: string,
  signal?: AbortSignal,
  timeoutMs?: number,
): Promise<boolean> =>
  (await firstLine(gitDir, ["merge-base", "--is-ancestor", older, newer], signal, { timeoutMs })) !== null;

/** Whether a commit of the repository is in the history of any of these; those that are not there do not count. */
export async function isReachable(
  gitDir: string,
  hash: string,
  tips: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  if (tips.length === 0) return false;
  // What comes before `--ignore-missing` has to be there.
  const args = ["rev-list", "--max-count=1", hash, "--ignore-missing", "--stdin"];
  return (await output(gitDir, args, signal, { input: tips.map((tip) => `^${tip}\n`).join("") })) === "";
}

/** The newest commit that both have in their history; null where they share none, or one of them is not there. */
export const findMergeBase = (gitDir: string, a: string, b: string, signal?: AbortSignal): Promise<string | null> =>
  firstLine(gitDir, ["merge-base", a, b], signal);

/** Commits in the history of a commit, itself included, or those of them that differ in these folders; null where the repository does not have it. */
export async function countHistory(
  gitDir: string,
  hash: string,
  signal?: AbortSignal,
  folders: readonly string[] = [],
): Promise<number | null> {
  if ((await findCommit(gitDir, hash, signal)) === null) return null;
  const args = [
    "rev-list",
    "--count",
    ...historyOptions(folders),
    "--end-of-options",
    hash,
    "--",
    ...folderPathspecs(folders),
  ];
  const count = await firstLine(gitDir, args, signal, { timeoutMs: SYNC_TIMEOUT_MS });
  return count === null ? null : Number(count);
}

/**
 * How far two commits are from each other: `older` are commits that only the first has in its history, `newer` those that only the second has.
 * Null where the repository lacks one of them.
 */
export async function commitsBetween(
  gitDir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<{ older: number; newer: number } | null> {
  if ((await findCommit(gitDir, from, signal)) === null) return null;
  const args = ["rev-list", "--count", "--left-right", "--end-of-options", `${from}...${to}`, "--"];
  const counts = await firstLine(gitDir, args, signal, { timeoutMs: SYNC_TIMEOUT_MS });
  const [older, newer] = (counts ?? "").split("\t").map(Number);
  return older === undefined || newer === undefined ? null : { older, newer };
}

/** The first line of an answer; null where git denies the question or lacks a commit of it. */
const firstLine = async (...args: Parameters<typeof output>): Promise<string | null> =>
  (await output(...args))?.split("\n", 1)[0] ?? null;

/** An answer as it is; null where git denies the question or lacks a commit of it. */
async function output(
  gitDir: string,
  args: readonly string[],
  signal = new AbortController().signal,
  { timeoutMs = TIMEOUT_MS, input }: { readonly timeoutMs?: number | undefined; readonly input?: string } = {},
): Promise<string | null> {
  try {
    const { bytes, isTimedOut } = await readOutput(gitDir, args, { maxBytes: MAX_BYTES, timeoutMs }, signal, input);
    if (isTimedOut) throw new GitStoppedError("timeout", message("git.timeout"));
    return bytes.toString("latin1");
  } catch (error) {
    if (error instanceof GitReadError && (error.code === 1 || error.detail.includes("Not a valid commit name")))
      return null;
    throw error;
  }
}
