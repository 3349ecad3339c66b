/** Whether an open issue may be done already, or overtaken by time: each with the proof and never without one. */
import { DAY_MS, millisecondsOf } from "../../../contract/durations.ts";
import type { FixedProof, StaleProof } from "../../../contract/issues/analysis.ts";
import type { OpenedCommits, OpenedIndex, OpenedIssues } from "../../index/OpenedIndex.ts";
import { filesAtPath } from "../localize/pathMatches.ts";
import type { Question } from "../question/question.ts";
import { fixesByIssue } from "../ranking/issueFixes.ts";
import type { SimilarHit } from "../similar/similar.ts";
import { commitRef, issueRef } from "../ranking/itemRefs.ts";
import { memoize } from "../../memoize.ts";

const MAX_PROOFS = 5;
/** Days without activity after which an open issue counts as silent; a slower project uses its own pace. */
const STALE_DAYS = 180;
/** With paths that are gone, a month of silence does. */
const STALE_DAYS_IF_PATH_GONE = 30;
const MIN_CLOSED_ISSUES = 20;
const MAX_GONE_PATHS = 5;
const SOURCE_PATH = /\.[a-z]{1,5}$/i;

export interface OpenIssue {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAt: number;
}

/** Commits after the report whose message closes it, then commits that fixed similar reports. */
export function fixedProofs(index: OpenedIndex, issue: OpenIssue, similar: readonly SimilarHit[]): FixedProof[] {
  const { issues } = index;
  if (!issues) return [];
  const fixes = fixesByIssue(index);
  const issueNumber = issues.table.withId(issue.id) ?? -1;
  const proofs: FixedProof[] = [];
  const add = (document: number, kind: FixedProof["kind"]): void => {
    for (const { member, commit } of fixes.get(document) ?? []) {
      const commits = index.commits[member];
      if (!commits || millisecondsOf(commits.table.times[commit] ?? 0) <= issue.createdAtMs) continue;
      const evidence = kind === "similar" ? issueRef(issues, document) : null;
      proofs.push({ kind, commit: commitRef(commits, commit), issue: evidence });
    }
  };
  if (issueNumber >= 0) add(issueNumber, "commit");
  for (const hit of similar)
    if (hit.isDuplicate && issues.table.state(hit.issue) === "closed") add(hit.issue, "similar");
  return proofs.slice(0, MAX_PROOFS);
}

/** The evidence that the issue is stale; null without any. */
export function staleProof(index: OpenedIndex, issue: OpenIssue, question: Question, nowMs: number): StaleProof | null {
  const days = Math.max(0, Math.floor((nowMs - issue.updatedAt) / DAY_MS));
  if (days < STALE_DAYS_IF_PATH_GONE) return null;
  const usual = index.issues ? usualDays(index.issues) : null;
  const gone = gonePaths(index, question);
  if (gone.length === 0 && days < Math.max(STALE_DAYS, usual ?? 0)) return null;
  return { days_inactive: days, usual_days: usual, gone };
}

/** Paths of the text that are in the history and no longer in the code. */
function gonePaths(index: OpenedIndex, question: Question): StaleProof["gone"] {
  const gone: StaleProof["gone"] = [];
  for (const path of question.paths) {
    if (gone.length === MAX_GONE_PATHS) break;
    if (!path.includes("/") || !SOURCE_PATH.test(path)) continue;
    if (index.code.some(({ files }) => filesAtPath(files, path).length > 0)) continue;
    const suffix = path.replace(/^[./~]+/, "");
    for (const commits of index.commits) {
      const pathNumbers = new Set<number>();
      for (const [text, number] of commits.table.pathNumbers)
        if (text === suffix || text.endsWith(`/${suffix}`)) pathNumbers.add(number);
      if (pathNumbers.size === 0) continue;
      const commit = lastTouch(commits, pathNumbers);
      gone.push({ path, commit: commit < 0 ? null : commitRef(commits, commit) });
      break;
    }
  }
  return gone;
}

/** The newest commit that touched one of these paths, or -1. The table is ordered newest first. */
function lastTouch({ table }: OpenedCommits, paths: ReadonlySet<number>): number {
  for (let commit = 0; commit < table.length; commit++) {
    for (const path of table.changes(commit)) if (paths.has(path)) return commit;
  }
  return -1;
}

/** Days within which nine of ten closed issues were closed. */
const usualDays = memoize(({ table }: OpenedIssues): number | null => {
  const days: number[] = [];
  for (let issue = 0; issue < table.length; issue++) {
    const closed = table.closedAt(issue);
    if (closed !== null) days.push((closed - table.createdAt(issue)) / DAY_MS);
  }
  days.sort((a, b) => a - b);
  return days.length < MIN_CLOSED_ISSUES ? null : Math.round(days[Math.floor(days.length * 0.9)] ?? 0);
});
