import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { issueFixes } from "../ranking/issueFixes.ts";

/** A commit that fixed issues in files that another commit changed too. */
export interface OtherFix {
  readonly commit: number;
  /** Document numbers of the issues. */
  readonly issues: readonly number[];
  /** Numbers of the paths that both changed. */
  readonly paths: readonly number[];
}

/** Fixes in the files of a commit, newest first, by other commits of the same repository. */
export function otherFixes(index: OpenedIndex, member: number, commit: number): OtherFix[] {
  const table = index.commits[member]?.table;
  if (!table) return [];
  const changedPaths = new Set(table.changes(commit));
  if (changedPaths.size === 0) return [];
  const byCommit = Map.groupBy(
    issueFixes(index).filter((fix) => fix.member === member && fix.commit !== commit),
    (fix) => fix.commit,
  );
  const result: OtherFix[] = [];
  for (const [other, fixes] of byCommit) {
    const paths = [...table.changes(other)].filter((path) => changedPaths.has(path));
    if (paths.length > 0) result.push({ commit: other, issues: [...new Set(fixes.map(({ issue }) => issue))], paths });
  }
  return result.sort((a, b) => (table.times[b.commit] ?? 0) - (table.times[a.commit] ?? 0));
}
