import type { SearchResult } from "../../../contract/search.ts";
import styles from "./SearchSnippet.module.css";

export interface SearchSnippetProps {
  result: Pick<SearchResult, "kind" | "snippet" | "line">;
  /** Maximum of lines, beginning near the match; omitted: all. */
  lines?: number;
}

interface Piece {
  text: string;
  match: boolean;
}

/** The segments of a snippet, line by line, so that each line can have its number. */
export function linesOf(snippet: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { text, match } of snippet) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, match });
    }
  }
  while (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** The text with its matches marked. Code keeps its whitespace and shows line numbers. */
export function SearchSnippet({ result, lines: limit }: SearchSnippetProps) {
  const all = linesOf(result.snippet);
  const matched = Math.max(
    0,
    all.findIndex((line) => line.some(({ match }) => match)),
  );
  // `line` of a result is the line of the match, so the snippet's first line is that much further up.
  const first = result.line === null ? null : Math.max(1, result.line - matched);
  const from = limit === undefined ? 0 : Math.min(Math.max(0, matched - 1), Math.max(0, all.length - limit));
  const shown = all.slice(from, limit === undefined ? undefined : from + limit);
  const isCode = result.kind === "code" || result.kind === "symbol";
  if (!isCode) {
    return (
      <p className={styles.text} data-clamp={limit}>
        {shown.map((line, index) => (
          <span key={index} className={styles.row}>
            <Pieces pieces={line} />
          </span>
        ))}
      </p>
    );
  }
  return (
    <pre className={styles.code} data-whole={limit === undefined || undefined}>
      <code>
        {shown.map((line, index) => (
          <span key={index} className={styles.row}>
            {first !== null && (
              <span className={styles.number} aria-hidden>
                {first + from + index}
              </span>
            )}
            <span>
              <Pieces pieces={line} />
              {"\n"}
            </span>
          </span>
        ))}
      </code>
    </pre>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text));
}
