import { list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { numbers, person, issueCard } from "./cards.ts";

/* Fields that the screens access, of files and pages. */

export const documents = list(
  parts({ name: text, path: text, source: text, kind: text, size: orNull(number), updated_at: orNull(moment) }),
);
export const foundDocuments = list(parts({ source: text, path: text, title: text, matched: numbers }));
const commit = parts({ hash: text, title: text, author: text, at: moment, url: orNull(text) });
export const documentContent = parts({
  source: text,
  path: text,
  title: text,
  kind: text,
  text: orNull(text),
  image: orNull(text),
  size: number,
  symbols: list(parts({ name: text, kind: text, start_line: number, end_line: number, depth: number })),
  url: orNull(text),
  updated_at: orNull(moment),
  removed_by: orNull(commit),
  links: list(parts({ href: text, source: text, path: text })),
});
const mentions = list(parts({ kind: text, text }));
export const documentRelated = parts({
  of: text,
  names: parts({
    issues: list(issueCard),
    code: list(parts({ source: text, path: text, names: list(text) })),
  }),
  people: list(parts({ person, share: number, commits: number, last_at: moment })),
  issues: list(parts({ issue: issueCard, mentions })),
  pages: list(parts({ source: text, path: text, title: text, mentions })),
  commits: list(commit),
  commits_total: number,
  fixed: list(parts({ issue: issueCard, commit: text })),
});
export const documentDrift = parts({
  state: text,
  checked: number,
  items: list(parts({ name: text, kind: text, lines: numbers, removed_by: commit, path: text, now: orNull(text) })),
  since: orNull(moment),
});
