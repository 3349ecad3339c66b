import type { SearchResult } from "../../../contract/search.ts";
import { SearchPreview, type SearchPreviewContent } from "../../components/search/SearchPreview.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useDebouncedValue } from "../useDebouncedValue.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { headingsOf } from "./headings.ts";

/** Milliseconds: a held arrow key does not load the results in between. */
const DEBOUNCE_MS = 120;
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
  const formatError = useErrorMessage();
  const settled = useDebouncedValue(result, DEBOUNCE_MS);
  const { kind, id, source, path } = settled;
  const isIssue = kind === "issue";
  const address = source !== null && path !== null ? { source, path } : null;
  const issue = useQuery(isIssue ? queryKeys.issue(slug, id) : null, (signal) => issues.get(slug, id, signal), {
    keepPreviousData: false,
  });
  const document = useQuery(
    !isIssue && address ? queryKeys.documentContent(slug, address.source, address.path) : null,
    (signal) => documents.content(slug, address ?? { source: "", path: "" }, null, signal),
    { isLive: true, keepPreviousData: false },
  );
  const { error, refetch } = isIssue ? issue : document;
  const content = (): SearchPreviewContent => {
    if (settled !== result) return { status: "loading" };
    if (!isIssue && !address) return textOf(result.snippet.map(({ text }) => text).join(""), "plain");
    if (error) return { status: "failed", text: formatError(error).text };
    if (isIssue) return issue.data ? textOf(issue.data.body, "markdown") : { status: "loading" };
    if (!document.data) return { status: "loading" };
    const { text, format, language } = document.data;
    if (kind !== "document" || format !== "markdown")
      return text ? { status: "code", text, language } : { status: "empty" };
    return textOf(fromHeading(text ?? "", result.line), "markdown");
  };
  return (
    <SearchPreview id={previewId} result={result} content={content()} href={href} onRetry={refetch} onClose={onClose} />
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
  text.trim() === "" ? { status: "empty" } : { status, text: text.slice(0, MAX_RENDERED) };
