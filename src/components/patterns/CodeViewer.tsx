import { memo, useEffect, useMemo, useRef, type CSSProperties } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { type LineRange, lineHash } from "../../domain/address.ts";
import { escapeHtml, linesOf } from "../../domain/codeLines.ts";
import "../../theme/code.css";
import { LINE_HEIGHT } from "../ui/codeLineHeight.ts";
import { useLineClicks } from "../ui/useLineClicks.ts";
import { type SymbolAt, useSymbolClicks } from "../ui/useSymbolClicks.ts";
import { type Highlighting, useHighlighting } from "./useHighlighting.ts";
import styles from "./CodeViewer.module.css";

export interface CodeViewerProps {
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
  /** The number of the first line, where only a part of a file is shown. */
  firstLine?: number;
  /** Omit where lines have no links. */
  onSelect?: ((range: LineRange) => void) | undefined;
  /** Called when the first visible line has changed. */
  onTopLine?: ((line: number) => void) | undefined;
  /** Called with the name that the reader clicks; omit where names lead nowhere. */
  onSymbol?: ((at: SymbolAt) => void) | undefined;
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
  firstLine = 1,
  onSelect,
  onTopLine,
  onSymbol,
}: CodeViewerProps) {
  const { t } = useTranslation("controls");
  const lines = useMemo(() => linesOf(text), [text]);
  const { htmlOf, count } = useHighlighting(lines, language);
  const box = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const first = selected ? Math.max(selected.from - firstLine, 0) : 0;
  const last = selected ? Math.min(selected.to - firstLine, lines.length - 1) : -1;
  const isMarked = selected !== null && first <= last;
  useSymbolClicks(box, onSymbol);

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
      onTopLine(firstLine + Math.max(0, Math.min(lines.length - 1, Math.floor(above / LINE_HEIGHT))));
    };
    const handleScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(notify);
    };
    window.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      window.removeEventListener("scroll", handleScroll);
      cancelAnimationFrame(frame);
    };
  }, [onTopLine, lines.length, firstLine]);

  useLineClicks(box, selected, onSelect);

  const blocks = Math.ceil(lines.length / BLOCK);
  return (
    <div
      ref={box}
      className={`${styles.code} highlighted`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
      tabIndex={0}
      role="group"
      aria-label={label}
      style={{ "--digits": String(firstLine + lines.length).length } as CSSProperties}
    >
      {isMarked && (
        <div
          ref={band}
          className={styles.band}
          style={{ insetBlockStart: first * LINE_HEIGHT, blockSize: (last - first + 1) * LINE_HEIGHT }}
        >
          <span className="visually-hidden">
            {t("code.marked", { from: selected.from, to: Math.min(selected.to, firstLine + lines.length - 1) })}
          </span>
        </div>
      )}
      {Array.from({ length: blocks }, (_, block) => (
        <Block
          key={block}
          lines={lines}
          start={block * BLOCK}
          firstLine={firstLine}
          marks={marks}
          isLinked={onSelect !== undefined}
          htmlOf={htmlOf}
          highlighted={Math.max(0, Math.min(BLOCK, count - block * BLOCK))}
        />
      ))}
    </div>
  );
}

interface BlockProps {
  lines: readonly string[];
  start: number;
  firstLine: number;
  marks: readonly number[];
  isLinked: boolean;
  htmlOf: Highlighting["htmlOf"];
  /** Number of highlighted lines of the block. */
  highlighted: number;
}

const Block = memo(
  function Block({ lines, start, firstLine, marks, isLinked, htmlOf }: BlockProps) {
    const shown = lines.slice(start, start + BLOCK);
    const html = shown
      .map((line, at) => {
        const number = firstLine + start + at;
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
    before.firstLine === after.firstLine &&
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
