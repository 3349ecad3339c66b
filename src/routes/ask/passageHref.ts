import type { Citation, Passage } from "../../../contract/search/ask.ts";
import { hrefTo } from "../paths.ts";

/** The page of this app with the lines of a passage, or those that a sentence cites of it. */
export function passageHref(
  slug: string,
  passage: Pick<Passage, "kind" | "id" | "source" | "path" | "address" | "url" | "first_line" | "last_line">,
  citation: Pick<Citation, "first_line" | "last_line"> = passage,
): string {
  const { kind, id, source, path, address, url } = passage;
  if (kind === "issue") return hrefTo.issue(slug, address ?? id);
  if (kind === "request") return hrefTo.request(slug, address ?? id);
  const lines = { line: citation.first_line, lastLine: citation.last_line };
  // A page of a wiki has an address at its host; prose of a repository is a file.
  if (kind === "document" && url !== null) return hrefTo.document(slug, { source, path, ...lines });
  return hrefTo.codeAt(slug, { source: source ?? "", path, ...lines });
}
