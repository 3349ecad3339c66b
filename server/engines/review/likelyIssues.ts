import { checkpoint } from "../checkpoint.ts";
import { rankIssue } from "../localize/rankIssue.ts";
import { readQuestion } from "../question/question.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";
import { rank } from "../similar/similar.ts";
import { type OpenedIndex, type OpenedIssues, textOfIssue } from "../../index/OpenedIndex.ts";
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

interface RequestText {
  readonly title: string;
  readonly body: string;
  /** Number of files that the request changes. */
  readonly total: number;
}

/**
 * Open issues that read like the request and whose likely files it changes, the most likely first. A request over many files changes the likely
 * file of each issue, which says nothing.
 */
export function likelyIssues(
  index: OpenedIndex,
  member: number,
  places: readonly ChangedPlace[],
  { title, body, total }: RequestText,
  beforeSeconds: number | null,
): LikelyIssue[] {
  const { issues } = index;
  const code = index.code[member];
  if (!issues || !code || places.length === 0 || total > BULK_COMMIT_FILES.coupling) return [];
  const alike = rank(index, issues, { title, body }, readQuestion(title, body)).filter(
    ({ issue }) => issues.table.state(issue) === "open",
  );
  const { minIssueLikeness, minShareOfLikest, minTitleShare } = REVIEW_CONSTANTS;
  const titleTerms = readQuestion(title, "").terms.map(({ term }) => term);
  const minimum = Math.max(minIssueLikeness.value, minShareOfLikest.value * (alike[0]?.score ?? 0));
  const changed = new Set(places.map(({ file }) => file));
  const result: (LikelyIssue & { readonly likeness: number })[] = [];
  for (const { issue, score: likeness } of alike.slice(0, MAX_LOCALIZED)) {
    if (likeness < minimum) break;
    if (shareOfTerms(issues, titleTerms, issue) < minTitleShare.value) continue;
    checkpoint();
    const report = readQuestion(issues.table.title(issue), textOfIssue(issues, issue));
    const limit = REVIEW_CONSTANTS.issueFiles.value;
    const files = rankIssue(index, report, beforeSeconds, limit).ranking.files.slice(0, limit);
    const place = files.findIndex((ranked) => ranked.member === member && ranked.score > 0 && changed.has(ranked.file));
    const file = files[place]?.file;
    if (file !== undefined) result.push({ issue, path: code.files.path(file), rank: place + 1, likeness });
  }
  return result
    .sort((a, b) => b.likeness / b.rank - a.likeness / a.rank || a.issue - b.issue)
    .slice(0, MAX_LIKELY)
    .map(({ issue, path, rank: place }) => ({ issue, path, rank: place }));
}

/** The share of terms that an issue has. A term that no issue has counts too, unlike in the similarity: in a small tracker most words are such. */
function shareOfTerms({ segment }: OpenedIssues, terms: readonly string[], issue: number): number {
  const matches = terms.filter((term) => {
    let isFound = false;
    segment.eachDocument(segment.find(term), (document) => {
      if (document === issue) isFound = true;
    });
    return isFound;
  });
  return matches.length / Math.max(1, terms.length);
}
