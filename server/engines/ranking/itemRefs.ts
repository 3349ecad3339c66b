import { millisecondsOf } from "../../../contract/durations.ts";
import type { CommitRef, IssueRef } from "../../../contract/issues/analysis.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import type { OpenedCommits, OpenedIssues } from "../../index/OpenedIndex.ts";

export function issueRef({ table }: OpenedIssues, issue: number): IssueRef {
  const { id, key, title, state } = table.row(issue);
  // Trackers of a project may count alike.
  return { id, key, address: issueAddress({ id, key }, table.withKey(key).length > 1), title, state };
}

export function commitRef({ part, table }: OpenedCommits, commit: number): CommitRef {
  return {
    repository: part.source,
    hash: table.hash(commit),
    title: table.subject(commit),
    at: new Date(millisecondsOf(table.times[commit] ?? 0)).toISOString(),
  };
}
