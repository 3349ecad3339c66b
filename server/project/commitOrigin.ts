import { mergeOf } from "../engines/identities/peopleTable.ts";
import { requestNumber } from "../engines/question/references.ts";
import { type OpenedCommits, messageOf } from "../index/OpenedIndex.ts";

/** What the request that brought a commit is found by: its merge or one of its commits, or the number in their messages. */
export interface CommitOrigin {
  /** The commit, and the merge that brought it. */
  readonly hashes: readonly string[];
  readonly numbers: readonly number[];
}

/** The number of the request that a commit's own message says it brought. Only merges name it below the subject line. */
export const requestNumberOf = (commits: OpenedCommits, commit: number): number | null =>
  requestNumber(commits.table.isMerge(commit) ? messageOf(commits, commit) : commits.table.subject(commit));

export function originOfCommit(commits: OpenedCommits, commit: number): CommitOrigin {
  const { table } = commits;
  const merge = mergeOf(table, commit);
  const originCommits = merge < 0 ? [commit] : [commit, merge];
  return {
    hashes: originCommits.map((at) => table.hash(at)),
    numbers: originCommits.flatMap((at) => requestNumberOf(commits, at) ?? []),
  };
}
