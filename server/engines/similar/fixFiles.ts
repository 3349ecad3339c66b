import type { OpenedIndex } from "../../index/indexCache.ts";
import { memoize } from "../../memoize.ts";

/** A file as one text, to be compared. */
export const fileName = (repository: string, path: string): string => `${repository}:${path}`;

/** A fix over more files than this is no evidence for any of them. */
const MAX_FILES_PER_FIX = 20;

export interface IssueFix {
  /** Place of the history in `index.commits`, and the commit's number there. */
  readonly member: number;
  readonly commit: number;
}

/** The commits that say they fix an issue, by the issue's document number. Read once per index. */
export const fixesOf = memoize((index: OpenedIndex): ReadonlyMap<number, readonly IssueFix[]> => {
  const found = new Map<number, IssueFix[]>();
  const table = index.issues?.table;
  for (let issue = 0; table && issue < table.length; issue++) {
    for (const hash of table.fixCommits(issue)) {
      index.commits.forEach((commits, member) => {
        for (const commit of commits.table.withHash(hash, 1)) {
          const all = found.get(issue);
          if (all) all.push({ member, commit });
          else found.set(issue, [{ member, commit }]);
        }
      });
    }
  }
  return found;
});

/** Files that the fixes of an issue changed, as `fileName` names them; a fix over very many files is left out. */
export function fixFilesOf(index: OpenedIndex, issue: number): string[] {
  const files = new Set<string>();
  for (const { member, commit } of fixesOf(index).get(issue) ?? []) {
    const commits = index.commits[member];
    const changed = commits?.table.changes(commit) ?? [];
    if (!commits || changed.length > MAX_FILES_PER_FIX) continue;
    for (const path of changed) files.add(fileName(commits.part.source, commits.table.paths.at(path)));
  }
  return [...files];
}
