import { useVirtualizer, defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type CSSProperties, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { IssueRow } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { useStableCallback } from "../ui/useStableCallback.ts";
import { useNow } from "../ui/Clock.tsx";
import { type IssueColumn, type IssueSort, columnTracks, fittingColumns } from "./issueColumns.ts";
import { IssueTableHead } from "./IssueTableHead.tsx";
import { IssueTableRow } from "./IssueTableRow.tsx";
import { useListShortcuts } from "./useListShortcuts.ts";
import { Button } from "../ui/Button.ts";
import { Spinner } from "../ui/Spinner.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueTable.module.css";

export interface IssueTableProps {
  /** The loaded pages, concatenated. Rows are plain data and are compared by identity. */
  rows: readonly IssueRow[];
  /** Identifies the list: on a change the table scrolls to the top. It keeps the focus, which may be on a column header. */
  listKey?: string;
  /** The row to restore on return to the list: it is active, scrolled into view, and focused. */
  startAt?: string | null;
  /** Called with the active row on unmount. */
  onLeave?: ((issue: IssueRow) => void) | undefined;
  /** Number of issues that match the filters, loaded or not. */
  total: number;
  columns: readonly IssueColumn[];
  sort: IssueSort;
  /** Ids of the selected rows. */
  selected: ReadonlySet<string>;
  /** The row shown in the preview; it becomes the active row when it changes. */
  previewedId?: string | null;
  /** `more`: another page is available. */
  paging: "complete" | "more" | "loading" | "failed";
  hrefOf: (issue: IssueRow) => string;
  onSort: (sort: IssueSort) => void;
  onOpen: (issue: IssueRow) => void;
  /** Called when the active row changes by key or pointer. */
  onActive: (issue: IssueRow) => void;
  onPreview: (issue: IssueRow) => void;
  /** A stable function: a new one renders all rows again. */
  onSelect: (issueId: string) => void;
  onEscape: () => void;
  onHelp: () => void;
  onLoadMore: () => void;
}

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 68;
/** In a narrower table, in pixels, a row is a card of two lines. */
const CARDS_BELOW = 640;
/** Number of rows whose keys determine the width of the column of keys; keys of one tracker have similar lengths. */
const KEYS_MEASURED = 200;
/** The next page is requested this many rows before the end. */
const AHEAD = 60;

/** The issues of a project: a virtualized grid whose rows take the focus. */
export function IssueTable(props: IssueTableProps) {
  const {
    rows,
    total,
    columns: chosen,
    sort,
    selected,
    previewedId,
    paging,
    hrefOf,
    onActive,
    onLoadMore,
    onPreview,
    onSelect,
  } = props;
  const { t, format } = useTranslation("issues");
  const { t: tAge } = useTranslation("controls");
  const now = useNow();
  const rowFormat = useMemo(() => ({ t, tAge, format, now }), [t, tAge, format, now]);
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller, 0);
  const isCards = width > 0 && width < CARDS_BELOW;
  const [start] = useState(() => rows.findIndex(({ id }) => id === props.startAt));
  const [active, setActive] = useState(Math.max(0, start));
  /** Incremented when a key moved the active row, or on return to the list: only then may focus move to it. */
  const [focusWish, setFocusWish] = useState(start < 0 ? 0 : 1);
  const fulfilled = useRef(0);
  const [listed, setListed] = useState(props.listKey);
  if (listed !== props.listKey) {
    setListed(props.listKey);
    setActive(0);
  }
  const current = Math.min(active, Math.max(0, rows.length - 1));

  const rowHeight = isCards ? CARD_HEIGHT : ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    // Memoized on the rows: a new function makes the virtualizer recompute all 100,000 positions on every frame.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 5,
    initialRect: { width: 1000, height: 600 },
    // The active row stays rendered, or scrolling away from it would lose the focus.
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range);
        if (current >= range.count || seen.includes(current)) return seen;
        return [...seen, current].sort((a, b) => a - b);
      },
      [current],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  // The column's name needs space too: in some languages it is longer than every key.
  const nameLength = t("columns.key").length;
  const keyLength = useMemo(
    () => Math.max(nameLength, ...rows.slice(0, KEYS_MEASURED).map(({ key }) => key.length)),
    [rows, nameLength],
  );
  const columns = useMemo(() => fittingColumns(chosen, keyLength, width), [chosen, keyLength, width]);
  const items = virtualizer.getVirtualItems();
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (paging === "more" && lastSeen >= rows.length - AHEAD) onLoadMore();
  }, [paging, lastSeen, rows.length, onLoadMore]);

  useLayoutEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 }); // jsdom cannot scroll
  }, [listed]);
  useLayoutEffect(() => {
    if (start >= 0) virtualizer.scrollToIndex(start, { align: "center" });
  }, [virtualizer, start]);

  const previewedIndex = previewedId ? rows.findIndex((row) => row.id === previewedId) : -1;
  useEffect(() => {
    if (previewedIndex >= 0) setActive(previewedIndex);
  }, [previewedIndex]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[next];
    if (!row) return;
    setFocusWish((wish) => wish + 1);
    setActive(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
    onActive(row);
  };
  useEffect(() => {
    if (focusWish === fulfilled.current) return;
    fulfilled.current = focusWish;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  }, [focusWish, current]);

  const activeRow = rows[current];
  const leaving = useRef<() => void>(undefined);
  useEffect(() => {
    leaving.current = () => activeRow && props.onLeave?.(activeRow);
  });
  useEffect(() => () => leaving.current?.(), []);
  /** The first key press only focuses the active row, so that J does not skip the first issue. */
  const isInside = (target: Element) => scroller.current?.contains(target) === true;
  const hasFocus = () => document.activeElement !== null && isInside(document.activeElement);
  useListShortcuts(
    {
      onMove: (step) => moveTo(hasFocus() ? current + step : current),
      onFirst: () => moveTo(0),
      onLast: () => moveTo(rows.length - 1),
      onOpen: () => activeRow && hasFocus() && props.onOpen(activeRow),
      onPreview: () => activeRow && onPreview(activeRow),
      onSelect: () => activeRow && onSelect(activeRow.id),
      onEscape: props.onEscape,
      onHelp: props.onHelp,
    },
    { isInside },
  );

  const handlePoint = useStableCallback((row: IssueRow, index: number) => {
    setActive(index);
    onActive(row);
    onPreview(row);
  });
  const handleFocus = useCallback((index: number) => setActive(index), []);

  return (
    <div className={styles.frame}>
      <p id={hintId} className="visually-hidden">
        {t("table.hint")}
      </p>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        data-cards={isCards || undefined}
        aria-label={t("table.label")}
        aria-describedby={hintId}
        aria-rowcount={total + (isCards ? 0 : 1)}
        aria-colcount={isCards ? 2 : columns.length + 1}
        aria-multiselectable="true"
        aria-busy={paging === "loading"}
        style={{ "--issue-tracks": columnTracks(columns, keyLength) } as CSSProperties}
      >
        {!isCards && <IssueTableHead columns={columns} sort={sort} onSort={props.onSort} />}
        <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <IssueTableRow
                key={item.key}
                row={row}
                rowFormat={rowFormat}
                index={item.index}
                rowIndex={item.index + (isCards ? 1 : 2)}
                start={item.start}
                height={rowHeight}
                columns={columns}
                isCard={isCards}
                isActive={item.index === current}
                isPreviewed={row.id === previewedId}
                isSelected={selected.has(row.id)}
                href={hrefOf(row)}
                onPoint={handlePoint}
                onFocus={handleFocus}
                onSelect={onSelect}
              />
            );
          })}
        </div>
      </div>
      <Text as="div" tone="muted" className={styles.foot}>
        <span role="status">{t("table.shown", { count: total, shown: rows.length })}</span>
        {paging === "loading" && <Spinner size={14} aria-label={t("table.loadingMore")} />}
        {paging === "failed" && (
          <span role="alert" className={styles.footFailed}>
            {t("table.moreFailed")}
            <Button size="small" variant="outlined" text={t("table.retry")} onClick={onLoadMore} />
          </span>
        )}
      </Text>
    </div>
  );
}
