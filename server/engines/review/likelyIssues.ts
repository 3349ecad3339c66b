import { checkpoint } from "../checkpoint.ts";
import { rankIssue } from "../localize/rankIssue.ts";
import { readQuestion } from "../question/question.ts";
import { type OpenedIndex, textOfIssue } from "../../index/OpenedIndex.ts";
import type { ChangedPlace } from "./changedPlaces.ts";
import { REVIEW_CONSTANTS } from "./reviewConstants.ts";

/** An open issue whose likely place is what a request changes. */
export interface LikelyIssue {
  /** Number in the table of issues. */
  readonly issue: number;
  /** The changed file, and its place among the likely ones of the issue, from 1. */
  readonly path: string;
  readonly rank: number;
}

/** Issues that are localized for one request. */
const MAX_LOCALIZED = 8;
const MAX_LIKELY = 3;

/** Open issues that read like the request and whose likely files it changes, the most likely first. */
export function likelyIssues(
  index: OpenedIndex,
  member: number,
  places: readonly ChangedPlace[],
  text: { readonly title: string; readonly body: string },
  beforeSeconds: number | null,
): LikelyIssue[] {
  const { issues } = index;
  const code = index.code[member];
  if (!issues || !code || places.length === 0) return [];
  const names = places.flatMap(({ symbols }) => symbols.map((symbol) => code.symbols?.table.name(symbol) ?? ""));
  const question = readQuestion(text.title, `${text.body}\n${names.slice(0, 20).join(" ")}`);
  const [scores] = index.issueGroup.score(question.terms);
  if (!scores) return [];
  const alike = Array.from(scores.keys())
    .filter((issue) => (scores[issue] ?? 0) > 0 && issues.table.state(issue) === "open")
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const minimum = REVIEW_CONSTANTS.minIssueLikeness.value * (scores[alike[0] ?? -1] ?? 0);
  const changed = new Set(places.map(({ file }) => file));
  const result: (LikelyIssue & { readonly likeness: number })[] = [];
  for (const issue of alike.slice(0, MAX_LOCALIZED)) {
    const likeness = scores[issue] ?? 0;
    if (likeness < minimum) break;
    checkpoint();
    const report = readQuestion(issues.table.title(issue), textOfIssue(issues, issue));
    const limit = REVIEW_CONSTANTS.issueFiles.value;
    const files = rankIssue(index, report, beforeSeconds, limit).ranking.files.slice(0, limit);
    const rank = files.findIndex((ranked) => ranked.member === member && ranked.score > 0 && changed.has(ranked.file));
    const file = files[rank]?.file;
    if (file !== undefined) result.push({ issue, path: code.files.path(file), rank: rank + 1, likeness });
  }
  return result
    .sort((a, b) => b.likeness / b.rank - a.likeness / a.rank || a.issue - b.issue)
    .slice(0, MAX_LIKELY)
    .map(({ issue, path, rank }) => ({ issue, path, rank }));
}
