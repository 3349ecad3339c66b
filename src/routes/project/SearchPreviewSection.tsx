import type { DocumentContent } from "../../../contract/documents.ts";
import type { Issue } from "../../../contract/issues.ts";
import type { SearchResult } from "../../../contract/search.ts";
import { SearchPreview, type SearchPreviewContent } from "../../components/search/SearchPreview.tsx";
import { excerptOfText } from "../../domain/textExcerpt.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import type { QueryDefinition } from "../../queries/useQueries.ts";
import { useServices } from "../appContext.tsx";
import { usePreviewQuery } from "../usePreviewQuery.ts";
import { headingsOf } from "./headings.ts";

/** Characters of a rendered text. */
const MAX_RENDERED = 20_000;

export interface SearchPreviewSectionProps {
  id: string;
  slug: string;
  result: SearchResult;
  href: string | undefined;
  onClose: () => void;
}

/** Loads the text of a result for its preview. A commit and a person have no more text than the result itself. */
export function SearchPreviewSection({ id: previewId, slug, result, href, onClose }: SearchPreviewSectionProps) {
  const { documents, issues } = useServices();
  const queryOf = ({ kind, id, source, path }: SearchResult): QueryDefinition<Issue | DocumentContent> | null => {
    if (kind === "issue")
      return { queryKey: queryKeys.issue(slug, id), queryFn: (signal) => issues.get(slug, id, signal) };
    if (source === null || path === null) return null;
    return {
      queryKey: queryKeys.documentContent(slug, source, path),
      queryFn: (signal) => documents.content(slug, { source, path }, null, signal),
      isLive: true,
    };
  };
  const { state, retry } = usePreviewQuery(result, queryOf);
  const content = (): SearchPreviewContent => {
    if (queryOf(result) === null) return textOf(result.snippet.map(({ text }) => text).join(""), "plain");
    if (state.status !== "ready") return state;
    if ("body" in state.data) return textOf(state.data.body, "markdown");
    const { text, format, language } = state.data;
    if (result.kind !== "document" || format !== "markdown")
      return text ? { status: "code", text, language } : { status: "empty" };
    return textOf(fromHeading(text ?? "", result.line), "markdown");
  };
  return (
    <SearchPreview id={previewId} result={result} content={content()} href={href} onRetry={retry} onClose={onClose} />
  );
}

/** The text from the last heading at or above a line, so that the section that was found comes first. */
function fromHeading(text: string, line: number | null): string {
  const start = headingsOf(text).findLast((heading) => heading.line <= (line ?? 0))?.line ?? 1;
  return text
    .split("\n")
    .slice(start - 1)
    .join("\n");
}

const textOf = (text: string, status: "markdown" | "plain"): SearchPreviewContent =>
  text.trim() === "" ? { status: "empty" } : { status, text: excerptOfText(text, MAX_RENDERED) };
