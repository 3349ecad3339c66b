import { memo, useEffect, useMemo, useRef, type CSSProperties } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type LineRange, lineHash } from "../../domain/address.ts";
import { escapeHtml, splitLines } from "../../domain/codeLines.ts";
import "../../theme/code.css";
import { codeLineStyle, LINE_HEIGHT } from "../ui/codeLineHeight.ts";
import { useLineClicks } from "../ui/useLineClicks.ts";
import type { SymbolAction, SymbolAt } from "../ui/symbolAt.ts";
import { useSymbolActions } from "../ui/useSymbolActions.ts";
import { type Highlighting, useHighlighting } from "./useHighlighting.ts";
import styles from "./CodeViewer.module.css";

export interface CodeViewerProps {
  /** All of it, also where only a part is shown. */
  text: string;
  /** As the index names it; null: no highlighting. */
  language: string | null;
  /** The accessible name. */
  label: string;
  /** Lines that a link points at. */
  selected?: LineRange | null;
  /** Whether the page scrolls to those lines; not where the code is a part of another page. */
  isSelectedShown?: boolean;
  /** Numbers of lines with matches. Keep the array's identity stable. */
  marks?: readonly number[];
  /** The lines shown, where these are a part of the text. The lines before them are only read for the colours: a comment begins there. */
  part?: LineRange;
  /** Omit where lines have no links. */
  onSelect?: ((range: LineRange) => void) | undefined;
  /** Called when the first visible line has changed. */
  onTopLine?: ((line: number) => void) | undefined;
  /** What the reader wants of a name; omit where names lead nowhere. */
  onSymbol?: ((at: SymbolAt, action: SymbolAction) => void) | undefined;
}

/** Lines per block of layout and paint: blocks out of view cost nothing, and the browser's own search still finds their text. */
const BLOCK = 200;
const NO_MARKS: readonly number[] = [];
/** Height of the sticky header above the code, in pixels. */
const HEAD = 96;

/** Code with syntax highlighting, line by line. */
export function CodeViewer({
  text,
  language,
  label,
  selected = null,
  isSelectedShown = true,
  marks = NO_MARKS,
  part,
  onSelect,
  onTopLine,
  onSymbol,
}: CodeViewerProps) {
  const { t } = useTranslation("controls");
  const end = part?.to;
  // The rest has no effect on the colours of the lines before it.
  const lines = useMemo(() => splitLines(text).slice(0, end), [text, end]);
  const start = (part?.from ?? 1) - 1;
  const { htmlOf, count } = useHighlighting(lines, language, (_from, to) => to > start);
  const box = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const first = selected ? Math.max(selected.from - 1, start) : 0;
  const last = selected ? Math.min(selected.to, lines.length) - 1 : -1;
  const isMarked = selected !== null && first <= last;
  useSymbolActions(box, onSymbol);

  useEffect(() => {
    if (isMarked && isSelectedShown && band.current && !isInSight(band.current))
      band.current.scrollIntoView({ block: "center" });
  }, [isMarked, isSelectedShown, first, last, text]);

  useEffect(() => {
    const element = box.current;
    if (!onTopLine || !element) return undefined;
    let frame = 0;
    const notify = () => {
      frame = 0;
      const above = HEAD - element.getBoundingClientRect().top;
      onTopLine(Math.max(start, Math.min(lines.length - 1, start + Math.floor(above / LINE_HEIGHT))) + 1);
    };
    const handleScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(notify);
    };
    window.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", handleScroll);
      cancelAnimationFrame(frame);
    };
  }, [onTopLine, lines.length, start]);

  useLineClicks(box, selected, onSelect);

  const blocks = Math.ceil((lines.length - start) / BLOCK);
  return (
    <div
      ref={box}
      className={`${styles.code} highlighted`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
      tabIndex={0}
      role="group"
      aria-label={label}
      style={{ ...codeLineStyle, "--digits": String(lines.length + 1).length } as CSSProperties}
    >
      {isMarked && (
        <div
          ref={band}
          className={styles.band}
          style={{ insetBlockStart: (first - start) * LINE_HEIGHT, blockSize: (last - first + 1) * LINE_HEIGHT }}
        >
          <span className="visually-hidden">{t("code.marked", { from: selected.from, to: last + 1 })}</span>
        </div>
      )}
      {Array.from({ length: blocks }, (_, block) => (
        <Block
          key={block}
          lines={lines}
          start={start + block * BLOCK}
          marks={marks}
          isLinked={onSelect !== undefined}
          htmlOf={htmlOf}
          highlighted={Math.max(0, Math.min(BLOCK, count - start - block * BLOCK))}
        />
      ))}
    </div>
  );
}

interface BlockProps {
  lines: readonly string[];
  /** The first of them in this block, from 0. */
  start: number;
  marks: readonly number[];
  isLinked: boolean;
  htmlOf: Highlighting["htmlOf"];
  /** Number of highlighted lines of the block. */
  highlighted: number;
}

const Block = memo(
  function Block({ lines, start, marks, isLinked, htmlOf }: BlockProps) {
    const shown = lines.slice(start, start + BLOCK);
    const html = shown
      .map((line, at) => {
        const number = start + at + 1;
        const content = htmlOf(start + at) ?? escapeHtml(line);
        const name = isLinked
          ? `<a class="${styles.number}" href="${lineHash({ from: number, to: number })}" data-line="${number}" tabindex="-1" aria-hidden="true"></a>`
          : `<span class="${styles.number}" data-line="${number}" aria-hidden="true"></span>`;
        const mark = marks.includes(number) ? " data-mark" : "";
        return `<div class="${styles.row}"${mark}>${name}<code class="${styles.line}">${content}\n</code></div>`;
      })
      .join("");
    return (
      <div
        className={styles.block}
        style={{ containIntrinsicBlockSize: `${shown.length * LINE_HEIGHT}px` }}
        // Safe: every line is escaped by us or by the highlighter, which writes span tags and nothing else.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    );
  },
  (before, after) =>
    before.lines === after.lines &&
    before.start === after.start &&
    before.marks === after.marks &&
    before.highlighted === after.highlighted &&
    before.isLinked === after.isLinked,
);

/** Pixels at the edges of the window that may be covered: the bar at the top, a snackbar. */
const EDGE = 96;

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= EDGE && bottom <= window.innerHeight - EDGE;
};
