import { Fragment, memo, useCallback, useMemo, type CSSProperties, type ReactNode } from "react";
import type { DiffHunk } from "../../../contract/code/commits.ts";
import { CHANGE_SIGNS } from "../../domain/changeSigns.ts";
import { markHtml } from "../../domain/codeHtml.ts";
import { escapeHtml } from "../../domain/codeLines.ts";
import { type DiffRow, lineKey, pairRows, toDiffRows } from "../../domain/diffRows.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { codeLineStyle } from "../ui/codeLineHeight.ts";
import { useHighlighting } from "./useHighlighting.ts";
import "../../theme/code.css";
import "../../theme/hiddenCharacter.css";
import styles from "./DiffHunks.module.css";

/** `split`: before and after next to each other. */
export type DiffLayout = "unified" | "split";

export interface DiffHunksProps {
  hunks: readonly DiffHunk[];
  layout: DiffLayout;
  /** As the index names it; null: no highlighting. */
  language: string | null;
  /** The accessible name: the path. */
  label: string;
  /** What is shown below some lines, by `lineKey`. Keep the map's identity stable. */
  notes?: ReadonlyMap<string, ReactNode> | undefined;
}

/** The changed lines of a file with the lines around them, changed words marked. */
export function DiffHunks({ hunks, layout, language, label, notes = NO_NOTES }: DiffHunksProps) {
  const last = hunks.at(-1);
  const digits = String(
    Math.max(last ? last.old_start + last.old_lines : 0, last ? last.new_start + last.new_lines : 0),
  );
  return (
    <div
      role="group"
      aria-label={label}
      className={`${styles.hunks} highlighted`}
      style={{ ...codeLineStyle, "--digits": digits.length } as CSSProperties}
    >
      {hunks.map((hunk, at) => (
        <Hunk key={at} hunk={hunk} layout={layout} language={language} notes={notes} />
      ))}
    </div>
  );
}

const NO_NOTES: ReadonlyMap<string, ReactNode> = new Map();

const Hunk = memo(function Hunk({
  hunk,
  layout,
  language,
  notes,
}: { hunk: DiffHunk } & Required<Pick<DiffHunksProps, "layout" | "language">> & {
    notes: ReadonlyMap<string, ReactNode>;
  }) {
  const { t } = useTranslation("controls");
  const rows = useMemo(() => toDiffRows(hunk), [hunk]);
  const htmlOf = useRowHtml(rows, language);
  const unterminated = t("diff.unterminated");
  const shown = useMemo(() => {
    const own = rows.map((row) => ({ ...row, html: htmlOf(row) ?? escapeHtml(row.text) }));
    return layout === "split" ? splitRows(own, unterminated) : own.map((row) => unifiedRow(row, unterminated));
  }, [rows, htmlOf, layout, unterminated]);
  const pieces = useMemo(() => piecesOf(shown, notes), [shown, notes]);
  return (
    <>
      <div className={styles.heading}>
        {t("diff.lines", { from: hunk.new_start, to: hunk.new_start + Math.max(0, hunk.new_lines - 1) })}{" "}
        <code>{hunk.heading}</code>
      </div>
      {pieces.map(({ html, keys }, at) => (
        <Fragment key={at}>
          <div
            className={styles.block}
            data-layout={layout}
            // Safe: every line is escaped by us or by the highlighter, which writes span tags and nothing else.
            dangerouslySetInnerHTML={{ __html: html }}
          />
          {keys.map((key) => (
            <div key={key} className={styles.notes}>
              {notes.get(key)}
            </div>
          ))}
        </Fragment>
      ))}
    </>
  );
});

type ColouredRow = DiffRow & { readonly html: string };

/** One line on screen, and the keys by which notes name it. */
interface ShownLine {
  readonly html: string;
  readonly keys: readonly string[];
}

/** Lines joined up to each one that has notes, with the keys of those notes. */
function piecesOf(lines: readonly ShownLine[], notes: ReadonlyMap<string, ReactNode>): ShownLine[] {
  const pieces: ShownLine[] = [];
  let html = "";
  for (const line of lines) {
    html += line.html;
    const keys = notes.size === 0 ? [] : line.keys.filter((key) => notes.has(key));
    if (keys.length === 0) continue;
    pieces.push({ html, keys });
    html = "";
  }
  if (html !== "") pieces.push({ html, keys: [] });
  return pieces;
}

const keysOf = (before: number | null, after: number | null): string[] => [
  ...(before === null ? [] : [lineKey("old", before)]),
  ...(after === null ? [] : [lineKey("new", after)]),
];

const numberCell = (number: number | null): string =>
  `<span class="${styles.number}" aria-hidden="true"${number === null ? "" : ` data-line="${number}"`}></span>`;

const textCell = ({ change, html, marks, isUnterminated }: ColouredRow, unterminated: string): string =>
  `<span class="${styles.sign}">${CHANGE_SIGNS[change]}</span><code class="${styles.text}">${markHtml(html, marks)}${
    isUnterminated ? `<span class="${styles.note}"> ${escapeHtml(unterminated)}</span>` : ""
  }\n</code>`;

const unifiedRow = (row: ColouredRow, unterminated: string): ShownLine => ({
  html: `<div class="${styles.row}" data-change="${row.change}">${numberCell(row.old)}${numberCell(row.new)}${textCell(row, unterminated)}</div>`,
  keys: keysOf(row.old, row.new),
});

function splitRows(rows: readonly ColouredRow[], unterminated: string): ShownLine[] {
  const half = (row: ColouredRow | null, number: number | null): string =>
    row === null
      ? `<div class="${styles.row}" data-change="none"></div>`
      : `<div class="${styles.row}" data-change="${row.change}">${numberCell(number)}${textCell(row, unterminated)}</div>`;
  return pairRows(rows).map(({ left, right }) => ({
    html: half(left, left?.old ?? null) + half(right, right?.new ?? null),
    keys: keysOf(left?.old ?? null, right?.new ?? null),
  }));
}

/** The lines of one side of a change, which is a text of its own, and the place of each row in it. */
function sideOf(rows: readonly DiffRow[], side: "removed" | "added") {
  const own = rows.filter(({ change }) => change === side || change === "same");
  return { lines: own.map(({ text }) => text), at: new Map(own.map((row, at) => [row, at])) };
}

/** A hunk is short: it is rendered again when all of it is highlighted. */
const never = () => false;

/** The highlighted HTML of a row, where it is available. */
function useRowHtml(rows: readonly DiffRow[], language: string | null): (row: DiffRow) => string | undefined {
  const [before, after] = useMemo(() => [sideOf(rows, "removed"), sideOf(rows, "added")] as const, [rows]);
  const { htmlOf: beforeHtml } = useHighlighting(before.lines, language, never);
  const { htmlOf: afterHtml } = useHighlighting(after.lines, language, never);
  return useCallback(
    (row) => (row.change === "removed" ? beforeHtml(before.at.get(row) ?? -1) : afterHtml(after.at.get(row) ?? -1)),
    [before, after, beforeHtml, afterHtml],
  );
}
