import type { SearchResult } from "../../../contract/search.ts";
import { csvLine } from "../../http/csv.ts";

const COLUMNS = [
  "kind",
  "title",
  "source",
  "path",
  "line",
  "language",
  "state",
  "author",
  "updated_at",
  "url",
  "text",
] as const;

/** Results of a search as CSV, one row per result in their order. @param sourceNames names of the sources by id */
export function searchCsv(results: readonly SearchResult[], sourceNames: ReadonlyMap<string, string>): string {
  const rows = results.map((result) => {
    const { kind, title, source, path, line, language, state, author, updated_at, url, snippet } = result;
    const text = snippet.map((segment) => segment.text).join("");
    const sourceName = source === null ? null : (sourceNames.get(source) ?? source);
    const cells = [kind, title, sourceName, path, line, language, state, author, updated_at, url, text];
    return csvLine(cells.map((cell) => String(cell ?? "")));
  });
  return [csvLine(COLUMNS), ...rows].join("");
}
