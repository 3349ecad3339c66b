import type { CodeComparison, CodeRevision } from "../../../contract/code.ts";
import type { CommitSummary } from "../../../contract/commits.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { Db } from "../../db/openDb.ts";
import { GitReadError, GitStoppedError, hasGitFailed } from "../../git/gitErrors.ts";
import { readOutput } from "../../git/readOutput.ts";
import { FILE_LIMITS, LIST_LIMITS, UNAVAILABLE, readFiles } from "../commits/commitDiff.ts";
import { message } from "../../messages/messages.ts";
import type { CodePlace } from "./codeDeps.ts";
import { listRepositories, presentRepository } from "./repositories.ts";
import { resolveRevision } from "./revisions.ts";

const LIMITS = { maxBytes: 4 << 20, timeoutMs: 10_000 };
/** Commits that one answer lists. */
const MAX_COMMITS = 100;
const NO_COMPARISON: Omit<CodeComparison, "status" | "repository"> = {
  base: null,
  head: null,
  fork: null,
  commits: [],
  commits_total: 0,
  behind: 0,
  diff: UNAVAILABLE,
};

/** What differs between two revisions of a repository. @throws the signal's reason */
export async function compareRevisions(
  db: Db,
  place: CodePlace,
  { base: from, head: to, path, against, whitespace, file }: Omit<QueryOf<"codeCompare">, "repository">,
  signal: AbortSignal,
): Promise<CodeComparison> {
  const [base, head] = [await resolveRevision(db, place, from), await resolveRevision(db, place, to)];
  const repository = presentRepository(place.source, await listRepositories(db, place.projectId), place.index);
  const named = { ...NO_COMPARISON, repository, base: base.revision, head: head.revision };
  const { gitDir } = place;
  if (gitDir === null || base.status === "unread" || head.status === "unread") return { ...named, status: "unread" };
  if (base.status !== "found") return { ...named, status: "no_base" };
  if (head.status !== "found") return { ...named, status: "no_head" };
  const sides = { base: base.revision, head: head.revision };
  try {
    const fork = against === "direct" ? sides.base.hash : await forkOf(gitDir, sides, signal);
    if (fork === null) return { ...named, status: "unrelated" };
    const limits = file === undefined ? LIST_LIMITS : { ...FILE_LIMITS, only: file };
    const compared = { commit: sides.head.hash, parent: fork, ignoresWhitespace: whitespace === "ignore", path };
    const [files, between] = await Promise.all([
      readFiles(gitDir, compared, limits, signal),
      commitsBetween(gitDir, place.source.id, sides, signal),
    ]);
    const diff = { status: "shown" as const, parents: [fork], parent: fork, ...files };
    return { ...named, status: "shown", fork, ...between, diff };
  } catch (error) {
    if (hasGitFailed(error)) return { ...named, status: "unread" };
    throw error;
  }
}

interface Sides {
  readonly base: CodeRevision;
  readonly head: CodeRevision;
}

/** The newest commit that both have in their history; null where they share none. */
async function forkOf(gitDir: string, { base, head }: Sides, signal: AbortSignal): Promise<string | null> {
  try {
    const { bytes, isCut } = await readOutput(gitDir, ["merge-base", base.hash, head.hash], LIMITS, signal);
    // A search that was cut has found nothing yet, which is not the same as no common commit.
    if (isCut) throw new GitStoppedError("timeout", message("git.timeout"));
    return bytes.toString("latin1").trim().split("\n")[0] || null;
  } catch (error) {
    if (error instanceof GitReadError && error.code === 1) return null;
    throw error;
  }
}

async function commitsBetween(
  gitDir: string,
  repository: string,
  { base, head }: Sides,
  signal: AbortSignal,
): Promise<Pick<CodeComparison, "commits" | "commits_total" | "behind">> {
  const count = ["rev-list", "--count", "--left-right", "--end-of-options", `${base.hash}...${head.hash}`, "--"];
  const format = "--format=%H%x00%at%x00%an%x00%s%x00";
  const range = `${base.hash}..${head.hash}`;
  const log = ["log", "-z", "--no-color", `--max-count=${MAX_COMMITS}`, format, "--end-of-options", range, "--"];
  const [counted, listed] = [
    await readOutput(gitDir, count, LIMITS, signal),
    await readOutput(gitDir, log, LIMITS, signal),
  ];
  const [behind = 0, ahead = 0] = counted.bytes.toString("latin1").trim().split("\t").map(Number);
  const fields = listed.bytes.toString("utf8").toWellFormed().split("\0");
  const commits: CommitSummary[] = [];
  // The fields of a commit and, with `-z`, an empty one after it.
  for (let at = 0; at + 4 < fields.length; at += 5) {
    const [hash = "", time = "", author = "", title = ""] = fields.slice(at, at + 4);
    commits.push({ repository, hash, title, author, at: new Date(Number(time) * 1000).toISOString() });
  }
  return { commits, commits_total: ahead, behind };
}
