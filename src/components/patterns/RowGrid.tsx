import { type CSSProperties, Fragment, type ReactNode, type RefObject, useId, useRef } from "react";
import type { RowGridRowState } from "./RowGridRow.tsx";
import { ListFoot, type ListFootProps } from "./ListFoot.tsx";
import { type RowGridOptions, useRowGrid } from "./useRowGrid.ts";
import styles from "./RowGrid.module.css";

/** Properties of a table over `RowGrid`: its rows, and what the keys and the pointer do with them. */
export interface RowGridTableProps<Row extends { readonly id: string }> extends Omit<
  RowGridOptions<Row>,
  "scroller" | "rowHeight"
> {
  /** Number of rows that match the filters, loaded or not. */
  total: number;
  hrefOf: (row: Row) => string;
}

export interface RowGridProps<Row extends { readonly id: string }>
  extends Omit<RowGridTableProps<Row>, "hrefOf">, Pick<RowGridOptions<Row>, "rowHeight"> {
  /** The accessible name. */
  label: string;
  /** The keys in words, for screen readers. */
  hint: string;
  words: ListFootProps["words"] & { readonly shown: string };
  columnCount?: number;
  /** The column headers: one row of the grid. */
  head?: ReactNode;
  /** Where the caller measures the element that scrolls. */
  scroller?: RefObject<HTMLDivElement | null>;
  /** Tracks of the columns, for the CSS of the rows. */
  style?: CSSProperties;
  /** Renders a `RowGridRow`. A component that is memoized renders again only when one of these values changes. */
  children: (row: Row, state: RowGridRowState<Row>) => ReactNode;
}

/** A long list as a virtualized grid whose rows take the focus: J and K move, Enter opens, Space previews. */
export function RowGrid<Row extends { readonly id: string }>(props: RowGridProps<Row>) {
  const { rows, rowHeight, total, previewedId, paging, onSelect, onLoadMore, words, head } = props;
  const hintId = useId();
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? own;
  const { items, current, height, handlePoint, handleFocus } = useRowGrid({ ...props, scroller });
  const headRows = head === undefined ? 0 : 1;
  return (
    <div className={styles.frame}>
      <p id={hintId} className="visually-hidden">
        {props.hint}
      </p>
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={props.label}
        aria-describedby={hintId}
        aria-rowcount={total + headRows}
        aria-colcount={props.columnCount ?? 1}
        aria-multiselectable={onSelect ? "true" : undefined}
        aria-busy={paging === "loading"}
        style={props.style}
      >
        {head}
        <div role="rowgroup" className={styles.rows} style={{ height }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <Fragment key={key}>
                  {props.children(row, {
                    index,
                    rowIndex: index + headRows + 1,
                    start,
                    height: rowHeight,
                    isActive: index === current,
                    isPreviewed: row.id === previewedId,
                    onPoint: handlePoint,
                    onFocus: handleFocus,
                  })}
                </Fragment>
              )
            );
          })}
        </div>
      </div>
      <ListFoot shown={words.shown} paging={paging} words={words} onRetry={onLoadMore} />
    </div>
  );
}
