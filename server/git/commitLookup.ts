/** Commits by name, and how they are related. Null and false are git's own answers: a limit or a damaged repository throws. */
import { message } from "../messages/messages.ts";
import { GitReadError, GitStoppedError } from "./gitErrors.ts";
import { readOutput } from "./readOutput.ts";

const MAX_BYTES = 4096;
/** Milliseconds of a question that someone waits for. */
const TIMEOUT_MS = 10_000;
/** Milliseconds for a sync: a history of millions of commits without a commit-graph is walked. */
export const SYNC_TIMEOUT_MS = 600_000;

/** Whether a text is a hash, or the beginning of one as git accepts it. */
export const isHashPrefix = (text: string): boolean => /^[0-9a-f]{4,64}$/i.test(text);

/** Full id of the commit that a revision names (branch, tag, hash, `HEAD~3`). Null for none, and for the beginning of several hashes. */
export const findCommit = (gitDir: string, revision: string, signal?: AbortSignal): Promise<string | null> =>
  firstLine(gitDir, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], signal);

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
  (await firstLine(gitDir, ["merge-base", "--is-ancestor", older, newer], signal, timeoutMs)) !== null;

/** The newest commit that both have in their history; null where they share none, or one of them is not there. */
export const findMergeBase = (gitDir: string, a: string, b: string, signal?: AbortSignal): Promise<string | null> =>
  firstLine(gitDir, ["merge-base", a, b], signal);

/** The first line of an answer; null where git denies the question or lacks a commit of it. */
async function firstLine(
  gitDir: string,
  args: readonly string[],
  signal = new AbortController().signal,
  timeoutMs = TIMEOUT_MS,
): Promise<string | null> {
  try {
    const { bytes, isTimedOut } = await readOutput(gitDir, args, { maxBytes: MAX_BYTES, timeoutMs }, signal);
    if (isTimedOut) throw new GitStoppedError("timeout", message("git.timeout"));
    return bytes.toString("latin1").split("\n", 1)[0] ?? "";
  } catch (error) {
    if (error instanceof GitReadError && (error.code === 1 || error.detail.includes("Not a valid commit name")))
      return null;
    throw error;
  }
}
