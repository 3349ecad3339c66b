import { millisecondsOf } from "../../../contract/durations.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { fileKindOf } from "../../index/text/fileKind.ts";
import { fileLanguageOf } from "../../index/text/languages.ts";
import { fixesByIssue } from "../ranking/issueFixes.ts";

/** A fixed issue as a question with a known answer. */
export interface FixedCase {
  /** Document number of the issue. */
  readonly issue: number;
  /** Milliseconds since 1970. History at or after it is ignored. */
  readonly reportedAtMs: number;
  /** Position of the history in `index.commits`, and the first fix there. */
  readonly member: number;
  readonly commit: number;
  /** Source files that the fixes changed. */
  readonly files: readonly string[];
}

/** A fix over more source files than this is no question about a place. */
const MAX_FILES_PER_FIX = 10;

export interface MinedCases {
  /** Oldest fix first. */
  readonly cases: readonly FixedCase[];
  readonly skipped: { readonly no_commit: number; readonly too_wide: number };
}

/** The newest fixed issues of a project whose fixing commits are known, at most `limit` of them. */
export function fixedCases(index: OpenedIndex, limit: number): MinedCases {
  const { issues } = index;
  const skipped = { no_commit: 0, too_wide: 0 };
  if (!issues) return { cases: [], skipped };
  const fixes = fixesByIssue(index);
  const closed = Array.from({ length: issues.table.length }, (_, issue) => issue)
    .filter((issue) => issues.table.state(issue) === "closed")
    .sort((a, b) => (issues.table.closedAt(b) ?? 0) - (issues.table.closedAt(a) ?? 0));
  const cases: FixedCase[] = [];
  for (const issue of closed) {
    if (cases.length >= limit) break;
    const reportedAtMs = issues.table.createdAt(issue);
    // A commit before the report cannot be its fix: another tracker's number, or an issue that was written later.
    const later = (fixes.get(issue) ?? [])
      .filter(({ member, commit }) => millisecondsOf(index.commits[member]?.table.times[commit] ?? 0) > reportedAtMs)
      .sort((a, b) => timeOf(index, a) - timeOf(index, b));
    const [first] = later;
    if (!first) {
      skipped.no_commit++;
      continue;
    }
    const table = index.commits[first.member]?.table;
    const files = new Set(
      later
        .filter(({ member }) => member === first.member)
        .flatMap(({ commit }) => Array.from(table?.changes(commit) ?? [], (path) => table?.paths.at(path) ?? ""))
        .filter(isSource),
    );
    if (files.size === 0 || files.size > MAX_FILES_PER_FIX) {
      skipped.too_wide++;
      continue;
    }
    cases.push({ ...first, reportedAtMs, files: [...files] });
  }
  return { cases: cases.sort((a, b) => timeOf(index, a) - timeOf(index, b)), skipped };
}

const timeOf = (index: OpenedIndex, { member, commit }: { member: number; commit: number }): number =>
  index.commits[member]?.table.times[commit] ?? 0;

function isSource(path: string): boolean {
  const language = fileLanguageOf(path);
  return fileKindOf(path) === "code" && language !== null && language.family !== "data" && language.family !== "prose";
}
