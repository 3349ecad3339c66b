import { useVirtualizer, defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Paging } from "../../domain/paging.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useListShortcuts } from "./useListShortcuts.ts";

/** A list of rows that take the focus. */
export interface RowGridOptions<Row extends { readonly id: string }> {
  /** The element that scrolls; a row inside has the attribute `data-index`. */
  scroller: RefObject<HTMLElement | null>;
  /** The loaded pages, concatenated. Rows are plain data and are compared by identity. */
  rows: readonly Row[];
  /** Pixels of one row. */
  rowHeight: number;
  /** Identifies the list: on a change it scrolls to the top. It keeps the focus. */
  listKey?: string | undefined;
  /** The row to restore on return to the list: it is active, scrolled into view, and focused. */
  startAt?: string | null | undefined;
  /** Called with the active row on unmount. */
  onLeave?: ((row: Row) => void) | undefined;
  /** The row shown in the preview; it becomes the active row when it changes. */
  previewedId?: string | null | undefined;
  paging: Paging;
  onOpen: (row: Row) => void;
  /** Opens the preview of a row; null closes it. An open preview follows the active row. */
  onPreview: (row: Row | null) => void;
  /**
   * Omitted where rows cannot be selected.
   * @param from every row between the last selected one, or this one where none is, and `id` is selected; left out for one row
   */
  onSelect?: ((id: string, from?: string) => void) | undefined;
  /** Escape while no preview is open. */
  onEscape?: (() => void) | undefined;
  onHelp: () => void;
  onLoadMore: () => void;
}

/** The next page is requested this many rows before the end. */
const AHEAD = 60;

/** The visible rows of a long list, its active row, and its keys. */
export function useRowGrid<Row extends { readonly id: string }>(options: RowGridOptions<Row>) {
  const { scroller, rows, rowHeight, previewedId = null, paging, onLoadMore, onPreview } = options;
  const [start] = useState(() => rows.findIndex(({ id }) => id === options.startAt));
  const [active, setActive] = useState(Math.max(0, start));
  /** Incremented when a key moved the active row, or on return to the list: only then may focus move to it. */
  const [focusRequest, setFocusRequest] = useState(start < 0 ? 0 : 1);
  const fulfilled = useRef(0);
  const [listed, setListed] = useState(options.listKey);
  if (listed !== options.listKey) {
    setListed(options.listKey);
    setActive(0);
  }
  const current = Math.min(active, Math.max(0, rows.length - 1));

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
  const items = virtualizer.getVirtualItems();
  const lastSeen = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (paging === "more" && lastSeen >= rows.length - AHEAD) onLoadMore();
  }, [paging, lastSeen, rows.length, onLoadMore]);

  useLayoutEffect(() => {
    // A list at its beginning stays there: scrolling it would lay out all of its new rows before the next frame.
    if (virtualizer.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
  }, [scroller, virtualizer, listed]);
  useLayoutEffect(() => {
    if (start >= 0) virtualizer.scrollToIndex(start, { align: "center" });
  }, [virtualizer, start]);

  const previewedIndex = previewedId === null ? -1 : rows.findIndex((row) => row.id === previewedId);
  const [shownIndex, setShownIndex] = useState(-1);
  if (previewedIndex !== shownIndex) {
    setShownIndex(previewedIndex);
    if (previewedIndex >= 0) setActive(previewedIndex);
  }

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[next];
    if (!row) return;
    setFocusRequest((request) => request + 1);
    setActive(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
    if (previewedId !== null) onPreview(row);
  };
  const togglePreview = (row: Row) => onPreview(row.id === previewedId ? null : row);
  useEffect(() => {
    if (focusRequest === fulfilled.current) return;
    fulfilled.current = focusRequest;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  }, [scroller, focusRequest, current]);

  // The preview contained the focus when it was closed: the keys start from the active row again.
  const isPreviewed = previewedId !== null;
  const wasPreviewed = useRef(isPreviewed);
  useEffect(() => {
    if (wasPreviewed.current && !isPreviewed && document.activeElement === document.body) {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
    }
    wasPreviewed.current = isPreviewed;
  }, [scroller, isPreviewed, current]);

  const activeRow = rows[current];
  const leave = useStableCallback(() => {
    if (activeRow) options.onLeave?.(activeRow);
  });
  useEffect(() => leave, [leave]);
  /** The first key press only focuses the active row, so that J does not skip the first one. */
  const isInside = (target: Element) => scroller.current?.contains(target) === true;
  const hasFocus = () => document.activeElement !== null && isInside(document.activeElement);
  useListShortcuts(
    {
      onMove: (step) => moveTo(hasFocus() ? current + step : current),
      onFirst: () => moveTo(0),
      onLast: () => moveTo(rows.length - 1),
      onOpen: () => activeRow && hasFocus() && options.onOpen(activeRow),
      onPreview: () => activeRow && togglePreview(activeRow),
      onSelect: (isRange) => {
        if (activeRow) options.onSelect?.(activeRow.id, ...(isRange ? [activeRow.id] : []));
      },
      onExtend: (step) => {
        const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))];
        moveTo(hasFocus() ? current + step : current);
        if (activeRow && next && hasFocus()) options.onSelect?.(next.id, activeRow.id);
      },
      onEscape: () => (previewedId === null ? options.onEscape?.() : onPreview(null)),
      onHelp: options.onHelp,
    },
    { isInside },
  );

  const handlePoint = useStableCallback((row: Row, index: number) => {
    setActive(index);
    togglePreview(row);
  });
  const handleFocus = useCallback((index: number) => setActive(index), []);
  return { items, current, height: virtualizer.getTotalSize(), handlePoint, handleFocus };
}
