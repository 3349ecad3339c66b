import { type CSSProperties, useId, useMemo, useRef } from "react";
import type { IssueRow } from "../../../contract/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { useNow } from "../ui/Clock.tsx";
import { type IssueColumn, type IssueSort, columnTracks, fittingColumns } from "./issueColumns.ts";
import { IssueTableHead } from "./IssueTableHead.tsx";
import { IssueTableRow } from "./IssueTableRow.tsx";
import { ListFoot } from "../patterns/ListFoot.tsx";
import { useRowGrid } from "../patterns/useRowGrid.ts";
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

/** The issues of a project: a virtualized grid whose rows take the focus. */
export function IssueTable(props: IssueTableProps) {
  const { rows, total, columns: chosen, sort, selected, previewedId, paging, hrefOf, onLoadMore, onSelect } = props;
  const { t, format } = useTranslation("issues");
  const { t: tAge } = useTranslation("controls");
  const now = useNow();
  const rowFormat = useMemo(() => ({ t, tAge, format, now }), [t, tAge, format, now]);
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller, 0);
  const isCards = width > 0 && width < CARDS_BELOW;
  const rowHeight = isCards ? CARD_HEIGHT : ROW_HEIGHT;
  const { items, current, height, handlePoint, handleFocus } = useRowGrid({ ...props, scroller, rowHeight });

  // The column's name needs space too: in some languages it is longer than every key.
  const nameLength = t("columns.key").length;
  const keyLength = useMemo(
    () => Math.max(nameLength, ...rows.slice(0, KEYS_MEASURED).map(({ key }) => key.length)),
    [rows, nameLength],
  );
  const columns = useMemo(() => fittingColumns(chosen, keyLength, width), [chosen, keyLength, width]);

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
        <div role="rowgroup" className={styles.rows} style={{ height }}>
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
      <ListFoot
        shown={t("table.shown", { count: total, shown: rows.length })}
        paging={paging}
        words={{ loading: t("table.loadingMore"), failed: t("table.moreFailed"), retry: t("table.retry") }}
        onRetry={onLoadMore}
      />
    </div>
  );
}
