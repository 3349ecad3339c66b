import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { fixesByIssue } from "../ranking/issueFixes.ts";

/** A file as one text, to be compared. */
export const fileKeyOf = (repository: string, path: string): string => `${repository}:${path}`;

/** A fix over more files than this is no evidence for any of them. */
const MAX_FILES_PER_FIX = 20;

/** Files that the fixes of an issue changed, as `fileKeyOf` names them; a fix over very many files is left out. */
export function fixFilesOf(index: OpenedIndex, issue: number): string[] {
  const files = new Set<string>();
  for (const { member, commit } of fixesByIssue(index).get(issue) ?? []) {
    const commits = index.commits[member];
    const changed = commits?.table.changes(commit) ?? [];
    if (!commits || changed.length > MAX_FILES_PER_FIX) continue;
    for (const path of changed) files.add(fileKeyOf(commits.part.source, commits.table.paths.at(path)));
  }
  return [...files];
}
