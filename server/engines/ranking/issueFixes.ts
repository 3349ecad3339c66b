import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";

/** A commit that fixed an issue, as far as both are in the index. */
export interface IssueFix {
  /** Document number of the issue. */
  readonly issue: number;
  /** Position of the history in `index.commits`, and the commit's number there. */
  readonly member: number;
  readonly commit: number;
}

/** All of them, in the order of the issues. */
export const issueFixes = memoize(({ issues, commits: histories }: OpenedIndex): readonly IssueFix[] => {
  const issueFixes: IssueFix[] = [];
  for (let issue = 0; issues && issue < issues.table.length; issue++) {
    for (const hash of issues.table.fixCommits(issue)) {
      histories.forEach(({ table }, member) => {
        for (const commit of table.withHash(hash, 1)) issueFixes.push({ issue, member, commit });
      });
    }
  }
  return issueFixes;
});

/** The same by the issue's document number. */
export const fixesByIssue = memoize((index: OpenedIndex): ReadonlyMap<number, readonly IssueFix[]> =>
  Map.groupBy(issueFixes(index), ({ issue }) => issue),
);
