import { millisecondsOf } from "../../../contract/durations.ts";
import { codeOf, type OpenedCode, type OpenedCommits, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { currentFiles } from "../ranking/commits.ts";
import type { Facts } from "./facts.ts";
import type { Window } from "./periods.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";

/** A commit of the window that counts for hotspots and coupling. */
export interface Change {
  /** Its position in the history's table. */
  readonly commit: number;
  /** Index in the facts' people; -1 when unknown. */
  readonly author: number;
  /** Positions in the code's table, ascending, each once. */
  readonly files: readonly number[];
}

export interface Changes {
  readonly code: OpenedCode;
  readonly changes: readonly Change[];
  /** How many commits were left out because they are large. */
  readonly largeCommits: number;
}

/** The changes of people in the window to files that still exist. Merges, bots, large commits and files not written by hand are excluded. */
export function changesOf(facts: Facts, index: OpenedIndex, commits: OpenedCommits, window: Window): Changes | null {
  const code = codeOf(index, commits.part.source);
  if (!code) return null;
  const { table } = commits;
  const personOf = Int32Array.from({ length: table.peopleCount }, (_, at) => facts.personOf(table.person(at)));
  const fileOf = currentFiles(code, commits);
  const isShown = (file: number): boolean =>
    file >= 0 && !["generated", "vendored", "data"].includes(code.files.kind(file));
  const changes: Change[] = [];
  let largeCommits = 0;
  for (let commit = 0; commit < table.length; commit += 1) {
    const at = millisecondsOf(table.times[commit] ?? 0);
    const author = personOf[table.authors[commit] ?? 0] ?? -1;
    if (at < (window.edges[0] ?? 0) || at > window.nowMs || table.isMerge(commit)) continue;
    if (facts.people[author]?.isBot === true) continue;
    const changed = [...table.changes(commit)];
    if (changed.length > BULK_COMMIT_FILES.coupling) {
      largeCommits += 1;
      continue;
    }
    const files = [...new Set(changed.map((path) => fileOf[path] ?? -1))].filter(isShown).sort((a, b) => a - b);
    if (files.length > 0) changes.push({ commit, author, files });
  }
  return { code, changes, largeCommits };
}
