import { boolean, arrayOf, timestamp, number, nullable, object, string } from "../responseGuard.ts";
import { facets } from "./cards.ts";

/* Fields that the screens access, of search results. */

const mistakes = arrayOf(
  object({ code: string, at: number, end: number, found: string, fix: nullable(string), detail: string }),
);
const hitParts = {
  kind: string,
  id: string,
  title: string,
  path: nullable(string),
  url: nullable(string),
  line: nullable(number),
  snippet: arrayOf(object({ text: string, match: boolean })),
  score: number,
  parts: arrayOf(object({ code: string, points: number })),
  updated_at: nullable(timestamp),
  state: nullable(string),
  author: nullable(string),
  symbol: nullable(object({ kind: string, container: nullable(string) })),
};
export const found = object({
  took_ms: number,
  total: number,
  results: arrayOf(object(hitParts)),
  facets: facets("kind", "repository", "language", "folder", "author", "state", "label"),
  missing: arrayOf(object({ word: string, suggestion: nullable(string) })),
  filtered_out: number,
  filtered_by: arrayOf(object({ filter: string, value: string, results: number })),
  mistakes,
  partial: nullable(object({ searched: number, of: number })),
  sources: arrayOf(
    object({
      id: string,
      kind: string,
      name: string,
      sync: object({ state: string, finished_at: nullable(timestamp) }),
    }),
  ),
});
export const foundEverywhere = object({
  total: number,
  results: arrayOf(object({ ...hitParts, project: object({ slug: string, name: string }) })),
  projects: arrayOf(object({ slug: string, name: string, total: number })),
  mistakes,
});
