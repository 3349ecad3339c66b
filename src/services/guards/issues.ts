import { boolean, arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { accuracy, facets, issueCard, issueParts, numbers, person, place, texts } from "./cards.ts";

/* Fields that the screens access, of issues and of the engines' answers; contract/ has each response in full. */

const analysisOfRow = object({
  type: nullable(string),
  severity: nullable(string),
  likely_files: texts,
  similar: number,
});

export const issuePage = object({
  count: number,
  next: nullable(string),
  results: arrayOf(object({ ...issueParts, analysis: nullable(analysisOfRow) })),
  facets: facets("state", "label", "assignee", "author", "type"),
});
export const issue = object({
  ...issueParts,
  body: string,
  comment_list: arrayOf(object({ id: string, author: nullable(person), body: string, created_at: timestamp })),
  timeline: arrayOf(
    object({ id: string, type: string, actor: nullable(person), created_at: timestamp, detail: nullable(string) }),
  ),
});

const reasons = arrayOf(
  object({
    code: string,
    points: number,
    terms: texts,
    commits: arrayOf(object({ hash: string, title: string, at: timestamp })),
  }),
);
export const localization = object({
  took_ms: number,
  confidence: string,
  files: arrayOf(
    object({
      path: string,
      repository: string,
      score: number,
      reasons,
      snippet: nullable(object({ start_line: number, lines: texts, match_lines: numbers })),
      functions: arrayOf(
        object({ name: string, kind: string, start_line: number, end_line: number, score: number, reasons }),
      ),
    }),
  ),
  repositories: arrayOf(
    object({ id: string, name: string, commit: nullable(string), indexed_at: nullable(timestamp) }),
  ),
});

const issueRef = object({ id: string, key: string, title: string, state: string });
const commitRef = object({ repository: string, hash: string, title: string, at: timestamp });
const judgement = object({
  value: nullable(string),
  labels: texts,
  words: texts,
  examples: arrayOf(issueRef),
  confidence: nullable(number),
  accuracy: nullable(accuracy),
});
export const analysis = object({
  summary: texts,
  type: judgement,
  area: judgement,
  severity: judgement,
  report: nullable(arrayOf(object({ code: string, found: boolean, quote: nullable(string) }))),
  expected_days: nullable(object({ median: number, p75: number, n: number, examples: arrayOf(issueRef) })),
  duplicates: arrayOf(object({ issue: issueRef, score: number })),
  fixed: arrayOf(object({ kind: string, commit: commitRef, issue: nullable(issueRef) })),
  stale: nullable(
    object({
      days_inactive: number,
      usual_days: nullable(number),
      gone: arrayOf(object({ path: string, commit: nullable(commitRef) })),
    }),
  ),
});
export const similarIssues = arrayOf(
  object({
    issue: issueCard,
    score: number,
    terms: texts,
    labels: texts,
    files: arrayOf(place),
    fixes: arrayOf(commitRef),
  }),
);
export const commitsSince = object({
  since: timestamp,
  files: texts,
  total: number,
  commits: arrayOf(
    object({ repository: string, hash: string, title: string, at: timestamp, author: string, files: texts }),
  ),
});
export const relatedDocuments = arrayOf(
  object({
    id: string,
    title: string,
    url: string,
    source: string,
    path: string,
    section: nullable(string),
    score: number,
    reasons: arrayOf(object({ code: string, points: number, terms: texts })),
  }),
);
