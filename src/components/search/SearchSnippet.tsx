import type { SearchResult } from "../../../contract/search/search.ts";
import { CodeSnippet, type CodeSnippetPart } from "../ui/CodeSnippet.tsx";
import styles from "./SearchSnippet.module.css";

export interface SearchSnippetProps {
  result: Pick<SearchResult, "kind" | "snippet" | "line" | "context">;
  /** Maximum of lines, beginning near the match; omitted: all. */
  lines?: number;
}

/** The segments of a snippet, line by line, so that each line can have its number. */
function splitLines(snippet: readonly CodeSnippetPart[]): CodeSnippetPart[][] {
  const lines: CodeSnippetPart[][] = [[]];
  for (const { text, match } of snippet) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, match });
    }
  }
  while (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

const NO_CONTEXT: NonNullable<SearchResult["context"]> = { before: [], after: [], indent: "" };
const plainLine = (text: string): CodeSnippetPart[] => [{ text, match: false }];

/** The text with its matches marked, code with the lines around it. Code keeps its whitespace and shows line numbers. */
export function SearchSnippet({ result, lines: limit }: SearchSnippetProps) {
  const isCode = result.kind === "code" || result.kind === "symbol";
  const { before, after, indent } = (isCode && result.context) || NO_CONTEXT;
  const own = splitLines([{ text: indent, match: false }, ...result.snippet]);
  const matched =
    before.length +
    Math.max(
      0,
      own.findIndex((line) => line.some(({ match }) => match)),
    );
  const all = [...before.map(plainLine), ...own, ...after.map(plainLine)];
  // `line` of a result is the line of the match, so the first line is that much further up.
  const first = result.line === null ? null : Math.max(1, result.line - matched);
  const from =
    limit === undefined ? 0 : Math.min(Math.max(0, matched - Math.floor(limit / 2)), Math.max(0, all.length - limit));
  const shown = all.slice(from, limit === undefined ? undefined : from + limit);
  if (!isCode) {
    return (
      <p className={styles.text} data-clamp={limit}>
        {shown.map((line, index) => (
          <span key={index} className={styles.row}>
            {line.map(({ text, match }, part) => (match ? <mark key={part}>{text}</mark> : text))}
          </span>
        ))}
      </p>
    );
  }
  return (
    <div className={styles.code}>
      <CodeSnippet
        overflow={limit === undefined ? "wrap" : "clip"}
        lines={shown.map((parts, index) => ({ number: first === null ? null : first + from + index, parts }))}
      />
    </div>
  );
}
