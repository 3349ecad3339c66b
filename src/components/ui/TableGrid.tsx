import type { CSSProperties, ReactNode, Ref } from "react";
import styles from "./TableGrid.module.css";

export interface TableGridColumn {
  readonly id: string;
  readonly name: string;
  /** The name is for screen readers only: a column of buttons. */
  readonly isNameHidden?: boolean;
}

export interface TableGridProps {
  /** The accessible name. */
  label: string;
  columns: readonly TableGridColumn[];
  /** The widths of the columns, as in `grid-template-columns`. */
  tracks: string;
  /** The same for the cards that rows become. */
  cardTracks: string;
  /** In windows narrower than this breakpoint, rows are cards: 40rem or 60rem. */
  cardsBelow?: "phone" | "tablet";
  /** Number of rows, where not all are rendered. */
  rowCount?: number;
  /** The element around the rows. */
  bodyRef?: Ref<HTMLDivElement>;
  /** Elements of TableGridRow. */
  children: ReactNode;
}

/** A table whose rows become cards in a narrow window. It has ARIA roles: `display: grid` removes those of a table element. */
export function TableGrid(props: TableGridProps) {
  const { label, columns, tracks, cardTracks, cardsBelow = "phone", rowCount, bodyRef, children } = props;
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={label}
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      data-cards={cardsBelow}
      style={{ "--tracks": tracks, "--card-tracks": cardTracks } as CSSProperties}
    >
      <div className={styles.head} role="rowgroup">
        <div className={styles.columns} role="row" aria-rowindex={rowCount === undefined ? undefined : 1}>
          {columns.map(({ id, name, isNameHidden = false }) => (
            <div key={id} role="columnheader">
              {isNameHidden ? <span className="visually-hidden">{name}</span> : name}
            </div>
          ))}
        </div>
      </div>
      <div ref={bodyRef} role="rowgroup">
        {children}
      </div>
    </div>
  );
}

export interface TableGridRowProps {
  /** Position among all rows, from 0, where not all are rendered. */
  index?: number;
  /** A click anywhere in the row follows the link in its header. */
  hasLink?: boolean;
  ref?: Ref<HTMLDivElement>;
  /** Elements with the roles `rowheader` and `cell`, one for each column. */
  children: ReactNode;
}

/** A row of a TableGrid. */
export function TableGridRow({ index, hasLink = false, ref, children }: TableGridRowProps) {
  return (
    <div
      ref={ref}
      role="row"
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={`${styles.columns} ${styles.row}`}
      data-has-link={hasLink || undefined}
    >
      {children}
    </div>
  );
}
