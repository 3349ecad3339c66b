import { useRef } from "react";
import { CHANGE_SIGNS } from "../../domain/changeSigns.ts";
import styles from "./CodeSnippet.module.css";
import { useScrollable } from "./useScrollable.ts";

export interface CodeSnippetPart {
  readonly text: string;
  /** A match of a search, marked within its line. */
  readonly match: boolean;
}

export interface CodeSnippetLine {
  /** Position in the file, 1-based; null where it is unknown. */
  readonly number: number | null;
  readonly parts: readonly CodeSnippetPart[];
  /** Why the whole line is marked, for screen readers; omitted: it is not. */
  readonly mark?: string | undefined;
  /** The line was added or removed by a change; omitted: neither. */
  readonly change?: "added" | "removed" | undefined;
}

export type CodeSnippetProps = {
  id?: string;
  lines: readonly CodeSnippetLine[];
} & (
  | {
      /** Long lines scroll. It can be a stop of the Tab key, so a list of many snippets clips or wraps. */
      overflow: "scroll";
      /** The accessible name. */
      label: string;
    }
  | { overflow: "clip" | "wrap"; label?: undefined }
);

/** A short passage of code with its line numbers, without highlighting. */
export function CodeSnippet({ id, lines, overflow, label }: CodeSnippetProps) {
  const isChange = lines.some(({ change }) => change !== undefined);
  const isNumbered = lines.some(({ number }) => number !== null);
  const scroller = useRef<HTMLPreElement>(null);
  const scrollable = useScrollable(scroller, label);
  return (
    <pre
      ref={overflow === "scroll" ? scroller : undefined}
      id={id}
      className={styles.snippet}
      data-overflow={overflow}
      {...scrollable}
    >
      <code>
        {lines.map(({ number, parts, mark, change }, at) => (
          // A removed line and the one in its place have the same number.
          <span key={at} className={styles.line} data-mark={mark === undefined ? undefined : true} data-change={change}>
            {isNumbered && (
              <span className={styles.number} aria-hidden={overflow !== "scroll" || undefined}>
                {number}
              </span>
            )}
            {isChange && <span className={styles.sign}>{CHANGE_SIGNS[change ?? "same"]}</span>}
            {mark !== undefined && <span className="visually-hidden">{mark}</span>}
            <span className={styles.text}>
              {parts.map(({ text, match }, part) => (match ? <mark key={part}>{text}</mark> : text))}
              {"\n"}
            </span>
          </span>
        ))}
      </code>
    </pre>
  );
}
