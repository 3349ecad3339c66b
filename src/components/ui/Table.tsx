import type { ReactNode } from "react";
import { ScrollableRegion } from "./ScrollableRegion.tsx";
import styles from "./Table.module.css";

export interface TableProps {
  /** The accessible name. */
  label: string;
  /** Text of a caption above the table. It replaces the label for screen readers. */
  caption?: string;
  id?: string;
  size?: "medium" | "small";
  /** Every other row has a background: for rows that are compared across many columns. */
  isStriped?: boolean;
  /** Cells do not wrap. */
  isSingleLine?: boolean;
  /** Columns share the width equally, and long words wrap: for tables that must fit on a phone. */
  isFixed?: boolean;
  /** Scrolls vertically from this height on (CSS length). */
  maxHeight?: string;
  /** `thead`, `tbody` and `tfoot`. Cells of numbers have `data-align="end"`. */
  children: ReactNode;
}

/** A table. A wide or high one scrolls in its own region, which is then a stop of the Tab key. */
export function Table({
  label,
  caption,
  id,
  size = "medium",
  isStriped = false,
  isSingleLine = false,
  isFixed = false,
  maxHeight,
  children,
}: TableProps) {
  return (
    <ScrollableRegion label={label} {...(maxHeight !== undefined && { maxHeight })}>
      <table
        id={id}
        className={styles.table}
        aria-label={caption === undefined ? label : undefined}
        data-size={size}
        data-striped={isStriped || undefined}
        data-single-line={isSingleLine || undefined}
        data-fixed={isFixed || undefined}
      >
        {caption !== undefined && <caption>{caption}</caption>}
        {children}
      </table>
    </ScrollableRegion>
  );
}
