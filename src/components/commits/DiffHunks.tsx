import { Fragment, memo, useEffect, useMemo, useState, type CSSProperties, type ReactNode } from "react";
import type { DiffHunk } from "../../../contract/commits.ts";
import { markHtml } from "../../domain/codeHtml.ts";
import { escapeHtml, splitHtml } from "../../domain/codeLines.ts";
import { type DiffRow, lineKey, pairsOf, rowsOf } from "../../domain/diffRows.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import "../../theme/code.css";
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
      style={{ "--digits": digits.length } as CSSProperties}
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
  const { t } = useTranslation("commits");
  const rows = useMemo(() => rowsOf(hunk), [hunk]);
  const colours = useColours(rows, language);
  const unterminated = t("diff.unterminated");
  const shown = useMemo(() => {
    const own = rows.map((row) => ({ ...row, html: colours.get(row) ?? escapeHtml(row.text) }));
    return layout === "split" ? splitRows(own, unterminated) : own.map((row) => unifiedRow(row, unterminated));
  }, [rows, colours, layout, unterminated]);
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

const SIGNS = { added: "+", removed: "\u2212", same: " " } as const;

const numberCell = (number: number | null): string =>
  `<span class="${styles.number}" aria-hidden="true"${number === null ? "" : ` data-line="${number}"`}></span>`;

const textCell = ({ change, html, marks, isUnterminated }: ColouredRow, unterminated: string): string =>
  `<span class="${styles.sign}">${SIGNS[change]}</span><code class="${styles.text}">${markHtml(html, marks)}${
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
  return pairsOf(rows).map(({ left, right }) => ({
    html: half(left, left?.old ?? null) + half(right, right?.new ?? null),
    keys: keysOf(left?.old ?? null, right?.new ?? null),
  }));
}

const NONE: ReadonlyMap<DiffRow, string> = new Map();

/** The HTML of highlighted lines as it arrives: each side of the change is a text of its own. */
function useColours(rows: readonly DiffRow[], language: string | null): ReadonlyMap<DiffRow, string> {
  const [colours, setColours] = useState({ of: rows, html: NONE });
  useEffect(() => {
    if (language === null) return undefined;
    const controller = new AbortController();
    const colour = async () => {
      const { highlightCode } = await import("../ui/highlightCode.ts");
      const html = new Map<DiffRow, string>();
      for (const side of ["removed", "added"] as const) {
        const own = rows.filter(({ change }) => change === side || change === "same");
        const lines = own.map(({ text }) => text);
        const take = (start: number, piece: string): void =>
          splitHtml(piece).forEach((line, at) => {
            const row = own[start + at];
            if (row) html.set(row, line);
          });
        await highlightCode(lines, language, take, controller.signal);
      }
      if (!controller.signal.aborted) setColours({ of: rows, html });
    };
    // The text is complete without highlighting, so a chunk that fails to load is not reported.
    colour().catch(() => undefined);
    return () => controller.abort();
  }, [rows, language]);
  return colours.of === rows ? colours.html : NONE;
}
