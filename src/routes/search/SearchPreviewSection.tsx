import { observer } from "mobx-react-lite";
import type { CodeContent } from "../../../contract/code/code.ts";
import type { CommitChanges } from "../../../contract/code/commitChanges.ts";
import type { DocumentContent } from "../../../contract/documents/documents.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import type { Issue } from "../../../contract/issues/issues.ts";
import type { SearchResult } from "../../../contract/search/search.ts";
import { SearchPreview, type SearchPreviewContent } from "../../components/search/SearchPreview.tsx";
import { renderedAs } from "../../domain/codeFile.ts";
import { parseHeadings } from "../../domain/headings.ts";
import { isWikiPage } from "../../../contract/documents/isWikiPage.ts";
import { truncateAtWord } from "../../domain/textExcerpt.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import type { QueryDefinition } from "../../queries/useQueries.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { usePreviewQuery } from "../lists/usePreviewQuery.ts";

/** Characters of a rendered text. */
const MAX_RENDERED = 20_000;

export interface SearchPreviewSectionProps {
  id: string;
  slug: string;
  /** The query that has found it. */
  q: string;
  result: SearchResult;
  href: string | undefined;
  onClose: () => void;
}

type Loaded = Issue | ChangeRequest | CodeContent | DocumentContent | CommitChanges;

/**
 * Loads the text of a result for its preview, or the changes of a commit. A person has no more text than the result itself, and neither has
 * a page of a wiki on a plan without the document explorer.
 */
export const SearchPreviewSection = observer(function SearchPreviewSection({
  id: previewId,
  slug,
  q,
  result,
  href,
  onClose,
}: SearchPreviewSectionProps) {
  const { code, documents, issues, requests, search } = useServices();
  const { plan } = useStore();
  const queryOf = (of: SearchResult): QueryDefinition<Loaded> | null => {
    const { kind, id, source, path, hash } = of;
    if (kind === "issue")
      return { queryKey: queryKeys.issue(slug, id), queryFn: (signal) => issues.get(slug, id, signal) };
    if (kind === "request")
      return { queryKey: queryKeys.request(slug, id), queryFn: (signal) => requests.get(slug, id, signal) };
    if (kind === "commit" && source !== null && hash !== null) {
      const query = { q, source, hash };
      return {
        queryKey: queryKeys.commitChanges(slug, query),
        queryFn: (signal) => search.changes({ project: slug, ...query }, signal),
      };
    }
    if (source === null || path === null) return null;
    if (!isWikiPage(of)) {
      const query = { repository: source, path, revision: hash };
      return {
        queryKey: queryKeys.codeContent(slug, query),
        queryFn: (signal) => code.content(slug, query, signal),
        isLive: true,
      };
    }
    if (!plan.has("document_explorer")) return null;
    return {
      queryKey: queryKeys.documentContent(slug, source, path),
      queryFn: (signal) => documents.content(slug, { source, path }, signal),
      isLive: true,
    };
  };
  const { state, retry } = usePreviewQuery(result, queryOf);
  const content = (): SearchPreviewContent => {
    const found = result.snippet.map((piece) => piece.text).join("");
    if (queryOf(result) === null) return textOf(found, "plain");
    if (state.status !== "ready") return state;
    if ("body" in state.data) return textOf(state.data.body, "markdown");
    if ("parts" in state.data) return { status: "commit", text: found, changes: state.data };
    const { text, path, language } = state.data;
    const isMarkdown = "format" in state.data ? state.data.format === "markdown" : renderedAs(path) === "markdown";
    if (result.kind !== "document" || !isMarkdown)
      return text ? { status: "code", text, language } : { status: "empty" };
    return textOf(fromHeading(text ?? "", result.line), "markdown");
  };
  return (
    <SearchPreview
      id={previewId}
      result={result}
      content={content()}
      href={href}
      fileHref={(path) =>
        result.source === null
          ? (href ?? "")
          : hrefTo.codeAt(slug, { source: result.source, path, revision: result.hash })
      }
      onRetry={retry}
      onClose={onClose}
    />
  );
});

/** The text from the last heading at or above a line, so that the section that was found comes first. */
function fromHeading(text: string, line: number | null): string {
  const start = parseHeadings(text).findLast((heading) => heading.line <= (line ?? 0))?.line ?? 1;
  return text
    .split("\n")
    .slice(start - 1)
    .join("\n");
}

const textOf = (text: string, status: "markdown" | "plain"): SearchPreviewContent =>
  text.trim() === "" ? { status: "empty" } : { status, text: truncateAtWord(text, MAX_RENDERED) };
