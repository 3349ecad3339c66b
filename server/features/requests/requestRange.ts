import type { RequestWithBody } from "../../db/tables/requests/requestDetails.ts";
import { isHashPrefix } from "../../git/commitLookup.ts";
import type { Mirror } from "../../git/MirrorReads.ts";

/** Commits to compare, and the newer one. */
export interface RequestRange {
  readonly base: string;
  readonly head: string;
}

/** The whole hash of a commit that a host names; null for what is no hash, and where the repository does not have it. */
export const findHostCommit = async (
  mirror: Mirror,
  hash: string | null,
  signal: AbortSignal,
): Promise<string | null> => (hash === null || !isHashPrefix(hash) ? null : mirror.findCommit(hash, signal));

/** Commits of a request that are compared with those of the target branch. */
const MAX_REBASED = 250;

/**
 * The range of a request in a repository: from the merge base to the head. A host that squashes or rebases leaves the head out of the history:
 * then what it merged is taken.
 * @param titles of the request's commits, the oldest first
 * @returns null where the repository has neither
 */
export async function findRequestRange(
  mirror: Mirror,
  request: Pick<RequestWithBody, "head_hash" | "base_hash" | "merge_hash">,
  titles: readonly string[],
  signal: AbortSignal,
): Promise<RequestRange | null> {
  const { head_hash: head, base_hash: base, merge_hash: merge } = request;
  const find = (hash: string | null): Promise<string | null> => findHostCommit(mirror, hash, signal);
  const [headCommit, baseCommit, mergeCommit] = [await find(head), await find(base), await find(merge)];
  const parents = mergeCommit === null ? [] : await mirror.readParents(mergeCommit, signal);
  const [before, side] = parents;
  if (headCommit !== null && headCommit !== mergeCommit) {
    // The base that the host recorded may be missing, and the target branch has the head itself after the merge.
    const against = baseCommit ?? before ?? null;
    const common = against === null ? null : await mirror.findMergeBase(against, headCommit, signal);
    if (common !== null && common !== headCommit) return { base: common, head: headCommit };
  }
  if (mergeCommit === null || before === undefined) return null;
  if (side !== undefined) {
    const common = await mirror.findMergeBase(before, side, signal);
    return common === null ? { base: before, head: mergeCommit } : { base: common, head: side };
  }
  const count = Math.min(titles.length, MAX_REBASED);
  if (count > 1) {
    const subjects = await mirror.readSubjects(mergeCommit, count, signal);
    const isRebased = subjects.toReversed().every((subject, at) => subject === titles.at(at - count));
    const start = isRebased ? await mirror.findCommit(`${mergeCommit}~${count}`, signal) : null;
    if (start !== null) return { base: start, head: mergeCommit };
  }
  return { base: before, head: mergeCommit };
}
