import { useRef } from "react";
import { CHANGE_SIGNS } from "../../domain/changeSigns.ts";
import styles from "./CodeSnippet.module.css";
import { useScrolls } from "./useScrolls.ts";

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

export interface CodeSnippetProps {
  id?: string;
  lines: readonly CodeSnippetLine[];
  /** What happens to long lines. Only `scroll` can be a stop of the Tab key, so a list of many snippets clips or wraps. */
  overflow: "scroll" | "clip" | "wrap";
  /** Name of the region; required where it scrolls. */
  label?: string;
}

/** A short passage of code with its line numbers, without highlighting. */
export function CodeSnippet({ id, lines, overflow, label }: CodeSnippetProps) {
  const isChange = lines.some(({ change }) => change !== undefined);
  const isNumbered = lines.some(({ number }) => number !== null);
  const scroller = useRef<HTMLPreElement>(null);
  const scrolls = useScrolls(scroller);
  return (
    <pre
      ref={overflow === "scroll" ? scroller : undefined}
      id={id}
      className={styles.snippet}
      data-overflow={overflow}
      {...(overflow === "scroll" && scrolls && { role: "group", tabIndex: 0, "aria-label": label })}
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
