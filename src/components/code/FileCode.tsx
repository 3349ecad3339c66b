import { useEffect, useId, useMemo, type CSSProperties, type KeyboardEvent } from "react";
import type { CodeBlame, CodeSymbol } from "../../../contract/code/code.ts";
import type { LineRange } from "../../domain/address.ts";
import { splitLines, longestLine } from "../../domain/codeLines.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import "../../theme/code.css";
import "../../theme/hiddenCharacter.css";
import { BlameCell, type BlameHrefs } from "./BlameCell.tsx";
import { blameOfLine, lineBlame } from "./blameLines.ts";
import { CodeRow } from "./CodeRow.tsx";
import styles from "./FileCode.module.css";
import { FindBar } from "./FindBar.tsx";
import { StickyScope, scopesAt } from "./StickyScope.tsx";
import { useCodeCursor } from "./useCodeCursor.ts";
import { useFindInLines } from "./useFindInLines.ts";
import { useFoldedLines } from "./useFoldedLines.ts";
import { useHighlighting } from "../patterns/useHighlighting.ts";
import { useLineClicks } from "../ui/useLineClicks.ts";
import type { SymbolAction, SymbolAt } from "../ui/symbolAt.ts";
import { useSymbolActions } from "../ui/useSymbolActions.ts";
import { codeLineStyle, LINE_HEIGHT } from "../ui/codeLineHeight.ts";
import { useVirtualLines } from "./useVirtualLines.ts";

export interface FileCodeProps {
  text: string;
  /** As the index names it; null: no highlighting. */
  language: string | null;
  /** The accessible name. */
  label: string;
  /** Lines that a link points at. */
  selected?: LineRange | null;
  /** Definitions in the order of their lines: the scope of the first visible line stays in view. */
  symbols?: readonly CodeSymbol[];
  /** Who wrote the lines, in a column before them. Keep the identity stable. */
  blame?: (Pick<CodeBlame, "ranges" | "commits"> & { readonly hrefs: BlameHrefs }) | null;
  /** How many past discussions each line has: their markers open them. Keep the identity stable. */
  discussions?: ReadonlyMap<number, number> | undefined;
  /** Keep the function's identity stable. */
  onDiscussions?: ((line: number) => void) | undefined;
  onSelect?: (range: LineRange) => void;
  /** Called when the first or the last visible line has changed. Keep the function's identity stable. */
  onShown?: (lines: LineRange) => void;
  /** What the reader wants of a name that they point at, click or have selected. Keep the function's identity stable. */
  onSymbol?: ((symbol: SymbolAt, action: SymbolAction) => void) | undefined;
}

const NO_SYMBOLS: readonly CodeSymbol[] = [];
const NO_DISCUSSIONS: ReadonlyMap<number, number> = new Map();
const NO_MARKS: readonly never[] = [];
/** Characters of the current line that are announced. */
const SPOKEN_LENGTH = 300;

/** A file with its line numbers, of which the page has only the lines on screen. */
export function FileCode(props: FileCodeProps) {
  const { text, language, label, selected = null, symbols = NO_SYMBOLS, blame = null, onSelect, onShown } = props;
  const { discussions = NO_DISCUSSIONS, onDiscussions } = props;
  const { t } = useTranslation("code");
  const linesId = useId();
  const lines = useMemo(() => splitLines(text), [text]);
  const { rowCount, lineOf, rowOf, isFolded, toggle } = useFoldedLines(lines);
  const { box, from, to, top, bottom, reveal } = useVirtualLines(rowCount);
  const isShown = (start: number, end: number): boolean => start < lineOf(to) && end >= lineOf(from);
  const { htmlOf: html } = useHighlighting(lines, language, isShown);
  const find = useFindInLines(lines);
  const columns = useMemo(() => longestLine(lines), [lines]);
  const owners = useMemo(() => blame && lineBlame(blame, lines.length), [blame, lines.length]);
  const topLine = lineOf(top);
  const bottomLine = lineOf(bottom);
  useSymbolActions(box, props.onSymbol);

  const toRow = useStableCallback(rowOf);
  const marked = find.place?.line ?? null;
  const target = selected ? Math.min(selected.from, lines.length) : null;
  useEffect(() => {
    if (target !== null) reveal(toRow(target), "center");
  }, [target, text, reveal, toRow]);
  useEffect(() => {
    if (marked !== null) reveal(toRow(marked), "center");
  }, [marked, find.current, reveal, toRow]);
  useEffect(() => onShown?.({ from: topLine, to: bottomLine }), [onShown, topLine, bottomLine]);
  useLineClicks(box, selected, onSelect);

  const cursor = useCodeCursor({
    count: lines.length,
    start: target ?? topLine,
    selected,
    symbols,
    moved: (line, step) => lineOf(Math.max(0, Math.min(rowCount - 1, rowOf(line) + step))),
    isFolded,
    onFold: toggle,
    onSelect,
    reveal: (line) => reveal(rowOf(line), "center"),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is that of the region inside
    <div className={styles.view} onKeyDown={(event) => openOnFind(event, find.open)}>
      {find.text !== null && (
        <FindBar
          text={find.text}
          count={find.places.length}
          current={find.current}
          onChange={find.search}
          onStep={find.step}
          onClose={() => {
            find.close();
            box.current?.focus();
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the current line, for readers without a mouse */}
      <div
        ref={box}
        className={`${styles.box} highlighted`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
        tabIndex={0}
        role="group"
        aria-label={label}
        onKeyDown={cursor.onKeyDown}
        style={{ ...codeLineStyle, "--digits": String(lines.length).length } as CSSProperties}
      >
        <p role="status" className="visually-hidden">
          {cursor.name ??
            (cursor.line !== null &&
              t("view.line", { line: cursor.line, text: (lines[cursor.line - 1] ?? "").slice(0, SPOKEN_LENGTH) }))}
        </p>
        <StickyScope
          scopes={scopesAt(symbols, topLine)}
          lines={lines}
          html={html}
          onOpen={(line) => reveal(rowOf(line), "start")}
        />
        <div
          id={linesId}
          className={styles.lines}
          data-blamed={owners !== null || undefined}
          style={{ blockSize: rowCount * LINE_HEIGHT, "--columns": columns } as CSSProperties}
        >
          {selected && (
            <span className="visually-hidden">
              {t("view.selected", { from: selected.from, to: Math.min(selected.to, lines.length) })}
            </span>
          )}
          <ShownLines
            {...{ lines, from, to, lineOf, isFolded, selected, find, discussions, onDiscussions }}
            html={html}
            authors={blame && owners && { owners, hrefs: blame.hrefs }}
            currentLine={cursor.line}
            onFold={toggle}
            controls={linesId}
          />
        </div>
      </div>
    </div>
  );
}

const openOnFind = (event: KeyboardEvent, open: () => void): void => {
  const isFind =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "f";
  if (!isFind) return;
  event.preventDefault();
  open();
};

interface ShownLinesProps {
  lines: readonly string[];
  /** Rows on screen: `from`, and `to` without itself. */
  from: number;
  to: number;
  lineOf: (row: number) => number;
  isFolded: (line: number) => boolean | null;
  selected: LineRange | null;
  find: ReturnType<typeof useFindInLines>;
  discussions: ReadonlyMap<number, number>;
  onDiscussions: FileCodeProps["onDiscussions"];
  html: (index: number) => string | undefined;
  authors: { readonly owners: ReturnType<typeof lineBlame>; readonly hrefs: BlameHrefs } | null;
  currentLine: number | null;
  onFold: (line: number) => void;
  /** The id of what folding changes. */
  controls: string;
}

function ShownLines({ lines, from, to, lineOf, authors, currentLine, selected, find, ...row }: ShownLinesProps) {
  const { html, isFolded, onFold, controls, discussions, onDiscussions } = row;
  const marked = find.place?.line ?? null;
  return (
    <div className={styles.shown} style={{ insetBlockStart: from * LINE_HEIGHT }}>
      {Array.from({ length: to - from }, (_, step) => {
        const line = lineOf(from + step);
        return (
          <div key={line} className={styles.line}>
            {authors && <BlameCell {...blameOfLine(authors.owners, line, step === 0)} hrefs={authors.hrefs} />}
            <CodeRow
              line={line}
              text={lines[line - 1] ?? ""}
              html={html(line - 1)}
              isCurrent={line === currentLine}
              isSelected={selected !== null && line >= selected.from && line <= selected.to}
              marks={find.byLine.get(line) ?? NO_MARKS}
              current={marked === line ? find.place : null}
              isFolded={isFolded(line)}
              onFold={onFold}
              controls={controls}
              discussions={discussions.size === 0 ? null : (discussions.get(line) ?? 0)}
              onDiscussions={onDiscussions}
            />
          </div>
        );
      })}
    </div>
  );
}
