import type { RequestWithBody } from "../../db/tables/requestDetails.ts";
import { findAncestor, findMergeBase, findWholeHash, readSubjects } from "../../git/compareCommits.ts";
import { readParents } from "../../git/readDiff.ts";

/** Commits to compare, and the newer one. */
export interface RequestRange {
  readonly base: string;
  readonly head: string;
}

/** Commits of a request that are compared with those of the target branch. */
const MAX_REBASED = 250;

/**
 * The range of a request in a repository: from the merge base to the head. A host that squashes or rebases leaves the head out of the history:
 * then what it merged is taken.
 * @param titles of the request's commits, the oldest first
 * @returns null where the repository has neither
 */
export async function findRequestRange(
  gitDir: string,
  request: Pick<RequestWithBody, "head_hash" | "base_hash" | "merge_hash">,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<RequestRange | null> {
  const { head_hash: head, base_hash: base, merge_hash: merge } = request;
  const find = (hash: string | null): Promise<string | null> =>
    hash === null ? Promise.resolve(null) : findWholeHash(gitDir, hash, signal);
  const [headCommit, baseCommit, mergeCommit] = [await find(head), await find(base), await find(merge)];
  const parents = mergeCommit === null ? [] : await readParents(gitDir, mergeCommit, signal);
  const [before, side] = parents;
  if (headCommit !== null && headCommit !== mergeCommit) {
    // The base that the host recorded may be missing, and the target branch has the head itself after the merge.
    const against = baseCommit ?? before ?? null;
    const common = against === null ? null : await findMergeBase(gitDir, against, headCommit, signal);
    if (common !== null && common !== headCommit) return { base: common, head: headCommit };
  }
  if (mergeCommit === null || before === undefined) return null;
  if (side !== undefined) {
    const common = await findMergeBase(gitDir, before, side, signal);
    return common === null ? { base: before, head: mergeCommit } : { base: common, head: side };
  }
  const count = Math.min(titles.length, MAX_REBASED);
  if (count > 1) {
    const subjects = await readSubjects(gitDir, mergeCommit, count, signal);
    const isRebased = subjects.toReversed().every((subject, at) => subject === titles.at(at - count));
    const start = isRebased ? await findAncestor(gitDir, mergeCommit, count, signal) : null;
    if (start !== null) return { base: start, head: mergeCommit };
  }
  return { base: before, head: mergeCommit };
}
