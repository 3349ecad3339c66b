import { millisecondsOf } from "../../../contract/durations.ts";
import type { Reason } from "../../../contract/issues/localization.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";

/** A commit as a reason names it; nothing where its history is not in the index. */
export function commitReasons(commits: OpenedCommits | undefined, commit: number): Reason["commits"] {
  if (!commits) return [];
  const at = new Date(millisecondsOf(commits.table.times[commit] ?? 0)).toISOString();
  return [{ hash: commits.table.hash(commit), title: commits.table.subject(commit), at }];
}
