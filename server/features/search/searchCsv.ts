import type { SearchResult } from "../../../contract/search/search.ts";
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

/** A result, with its project in a search over several. */
type ExportedResult = SearchResult & { readonly project?: { readonly name: string } };

/**
 * Results of a search as CSV, one row per result in their order.
 * @param sourceNames names of the sources by id
 * @param hasProjects the first column has the projects
 */
export function searchCsv(
  results: readonly ExportedResult[],
  sourceNames: ReadonlyMap<string, string>,
  hasProjects = false,
): string {
  const rows = results.map((result) => {
    const { kind, title, source, path, line, language, state, author, updated_at, url, snippet } = result;
    const text = snippet.map((segment) => segment.text).join("");
    const sourceName = source === null ? null : (sourceNames.get(source) ?? source);
    const cells = [kind, title, sourceName, path, line, language, state, author, updated_at, url, text];
    return csvLine([...(hasProjects ? [result.project?.name] : []), ...cells].map((cell) => String(cell ?? "")));
  });
  return [csvLine(hasProjects ? ["project", ...COLUMNS] : COLUMNS), ...rows].join("");
}
