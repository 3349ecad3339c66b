import { flag, list, moment, number, orNull, parts, text } from "../answerShape.ts";
import { facets } from "./cards.ts";

/* Fields that the screens access, of search results. */

const mistakes = list(parts({ code: text, at: number, end: number, found: text, fix: orNull(text), detail: text }));
const hitParts = {
  kind: text,
  id: text,
  title: text,
  path: orNull(text),
  url: orNull(text),
  line: orNull(number),
  snippet: list(parts({ text, match: flag })),
  score: number,
  parts: list(parts({ code: text, points: number })),
  updated_at: orNull(moment),
  state: orNull(text),
  author: orNull(text),
  symbol: orNull(parts({ kind: text, container: orNull(text) })),
};
export const found = parts({
  took_ms: number,
  total: number,
  results: list(parts(hitParts)),
  facets: facets("kind", "repository", "language", "folder", "author", "state", "label"),
  missing: list(parts({ word: text, suggestion: orNull(text) })),
  filtered_out: number,
  filtered_by: list(parts({ filter: text, value: text, results: number })),
  mistakes,
  partial: orNull(parts({ searched: number, of: number })),
  sources: list(parts({ id: text, kind: text, name: text, sync: parts({ state: text, finished_at: orNull(moment) }) })),
});
export const foundEverywhere = parts({
  total: number,
  results: list(parts({ ...hitParts, project: parts({ slug: text, name: text }) })),
  projects: list(parts({ slug: text, name: text, total: number })),
  mistakes,
});
