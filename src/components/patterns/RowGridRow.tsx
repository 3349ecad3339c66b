import type { MouseEvent, ReactNode } from "react";
import styles from "./RowGridRow.module.css";

/** Position and state of a row, which the grid gives it. */
export interface RowGridRowState<Row> {
  /** Position in the list, from 0. */
  index: number;
  /** Position in the grid for screen readers, from 1, the header included. */
  rowIndex: number;
  /** Pixels from the top of the first row. */
  start: number;
  /** Pixels. */
  height: number;
  isActive: boolean;
  isPreviewed: boolean;
  onPoint: (row: Row, index: number) => void;
  onFocus: (index: number) => void;
}

/** Tab index of a link within a row: Tab reaches those of the active row. The link that Enter opens needs none. */
export const linkTabIndex = ({ isActive }: { readonly isActive: boolean }): 0 | -1 => (isActive ? 0 : -1);

export interface RowGridRowProps<Row> extends RowGridRowState<Row> {
  row: Row;
  /** Omitted where rows cannot be selected. */
  isSelected?: boolean;
  /** For the layout of its cells. */
  className?: string | undefined;
  /** Elements with the role `gridcell`. */
  children: ReactNode;
}

/** A row of `RowGrid`: it takes the focus, and a click outside of its links and controls previews it. */
export function RowGridRow<Row>(props: RowGridRowProps<Row>) {
  const { row, index, className = "", onPoint, onFocus } = props;
  const handlePoint = (event: MouseEvent) => {
    // Links, buttons, menus and check boxes handle their own clicks, and a drag over text is a selection.
    if (event.target instanceof Element && event.target.closest("a, button, input, label, [role=menu]")) return;
    if (event.detail > 1 || window.getSelection()?.isCollapsed === false) return;
    onPoint(row, index);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- useListShortcuts listens for the whole table
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={props.isSelected}
      tabIndex={props.isActive ? 0 : -1}
      data-index={index}
      data-previewed={props.isPreviewed || undefined}
      className={`${styles.row} ${className}`}
      style={{ height: props.height, transform: `translateY(${props.start}px)` }}
      onClick={handlePoint}
      onFocus={(event) => event.target === event.currentTarget && onFocus(index)}
    >
      {props.children}
    </div>
  );
}
