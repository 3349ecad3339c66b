import type { CommitRef, IssueRef } from "../../../contract/analysis.ts";
import { addressOfKey } from "../../../contract/issueAddress.ts";
import type { IssueTable } from "../../index/tables/issueTable.ts";
import { memoize } from "../../memoize.ts";
import type { OpenedCommits, OpenedIssues } from "../../index/OpenedIndex.ts";

export function issueRef({ table }: OpenedIssues, issue: number): IssueRef {
  const { id, key, title, state } = table.row(issue);
  const isShared = (keyCounts(table).get(key) ?? 0) > 1;
  return { id, key, address: (isShared ? null : addressOfKey(key)) ?? id, title, state };
}

/** How many issues have each key: trackers of a project may count alike. */
const keyCounts = memoize((table: IssueTable): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (let issue = 0; issue < table.length; issue++) {
    const { key } = table.row(issue);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
});

export function commitRef({ part, table }: OpenedCommits, commit: number): CommitRef {
  return {
    repository: part.source,
    hash: table.hash(commit),
    title: table.subject(commit),
    at: new Date((table.times[commit] ?? 0) * 1000).toISOString(),
  };
}
