import { arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { numbers, person, issueCard } from "./cards.ts";

/* Fields that the screens access, of files and pages. */

export const documents = arrayOf(
  object({
    name: string,
    path: string,
    source: string,
    kind: string,
    size: nullable(number),
    updated_at: nullable(timestamp),
  }),
);
export const foundDocuments = arrayOf(object({ source: string, path: string, title: string, matched: numbers }));
const commit = object({ hash: string, title: string, author: string, at: timestamp, url: nullable(string) });
export const documentContent = object({
  source: string,
  path: string,
  title: string,
  kind: string,
  text: nullable(string),
  image: nullable(string),
  size: number,
  symbols: arrayOf(object({ name: string, kind: string, start_line: number, end_line: number, depth: number })),
  url: nullable(string),
  updated_at: nullable(timestamp),
  removed_by: nullable(commit),
  links: arrayOf(object({ href: string, source: string, path: string })),
});
const mentions = arrayOf(object({ kind: string, text: string }));
export const documentRelated = object({
  of: string,
  names: object({
    issues: arrayOf(issueCard),
    code: arrayOf(object({ source: string, path: string, names: arrayOf(string) })),
  }),
  people: arrayOf(object({ person, share: number, commits: number, last_at: timestamp })),
  issues: arrayOf(object({ issue: issueCard, mentions })),
  pages: arrayOf(object({ source: string, path: string, title: string, mentions })),
  commits: arrayOf(commit),
  commits_total: number,
  fixed: arrayOf(object({ issue: issueCard, commit: string })),
});
export const documentDrift = object({
  state: string,
  checked: number,
  items: arrayOf(
    object({ name: string, kind: string, lines: numbers, removed_by: commit, path: string, now: nullable(string) }),
  ),
  since: nullable(timestamp),
});
