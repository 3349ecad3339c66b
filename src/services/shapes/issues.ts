import { flag, list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { accuracy, facets, issueCard, issueParts, numbers, person, place, texts } from "./cards.ts";

/* Fields that the screens access, of issues and of the engines' answers; contract/ has each response in full. */

const analysisOfRow = parts({ type: orNull(text), severity: orNull(text), likely_files: texts, similar: number });

export const issuePage = parts({
  count: number,
  next: orNull(text),
  results: list(parts({ ...issueParts, analysis: orNull(analysisOfRow) })),
  facets: facets("state", "label", "assignee", "author", "type"),
});
export const issue = parts({
  ...issueParts,
  body: text,
  comment_list: list(parts({ id: text, author: orNull(person), body: text, created_at: moment })),
  timeline: list(parts({ id: text, type: text, actor: orNull(person), created_at: moment, detail: orNull(text) })),
});

const reasons = list(
  parts({
    code: text,
    points: number,
    terms: texts,
    commits: list(parts({ hash: text, title: text, at: moment })),
  }),
);
export const localization = parts({
  took_ms: number,
  confidence: text,
  files: list(
    parts({
      path: text,
      repository: text,
      score: number,
      reasons,
      snippet: orNull(parts({ start_line: number, lines: texts, match_lines: numbers })),
      functions: list(parts({ name: text, kind: text, start_line: number, end_line: number, score: number, reasons })),
    }),
  ),
  repositories: list(parts({ id: text, name: text, commit: orNull(text), indexed_at: orNull(moment) })),
});

const issueRef = parts({ id: text, key: text, title: text, state: text });
const commitRef = parts({ repository: text, hash: text, title: text, at: moment });
const judgement = parts({
  value: orNull(text),
  labels: texts,
  words: texts,
  examples: list(issueRef),
  confidence: orNull(number),
  accuracy: orNull(accuracy),
});
export const analysis = parts({
  summary: texts,
  type: judgement,
  area: judgement,
  severity: judgement,
  report: orNull(list(parts({ code: text, found: flag, quote: orNull(text) }))),
  expected_days: orNull(parts({ median: number, p75: number, n: number, examples: list(issueRef) })),
  duplicates: list(parts({ issue: issueRef, score: number })),
  fixed: list(parts({ kind: text, commit: commitRef, issue: orNull(issueRef) })),
  stale: orNull(
    parts({
      days_inactive: number,
      usual_days: orNull(number),
      gone: list(parts({ path: text, commit: orNull(commitRef) })),
    }),
  ),
});
export const similarIssues = list(
  parts({ issue: issueCard, score: number, terms: texts, labels: texts, files: list(place), fixes: list(commitRef) }),
);
export const commitsSince = parts({
  since: moment,
  files: texts,
  total: number,
  commits: list(parts({ repository: text, hash: text, title: text, at: moment, author: text, files: texts })),
});
export const relatedDocuments = list(
  parts({
    id: text,
    title: text,
    url: text,
    source: text,
    path: text,
    section: orNull(text),
    score: number,
    reasons: list(parts({ code: text, points: number, terms: texts })),
  }),
);
