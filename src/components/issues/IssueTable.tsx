import { type CSSProperties, useMemo, useRef } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { RowGrid, type RowGridTableProps } from "../patterns/RowGrid.tsx";
import { useNow } from "../ui/Clock.ts";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { columnTracks, fittingColumns } from "./columnWidths.ts";
import type { IssueColumn, IssueSort } from "./issueColumns.ts";
import { IssueTableHead } from "./IssueTableHead.tsx";
import { IssueTableRow } from "./IssueTableRow.tsx";

export interface IssueTableProps extends RowGridTableProps<IssueRow> {
  columns: readonly IssueColumn[];
  sort: IssueSort;
  /** The page of a person. A stable function, as `onSelect`. */
  personHref: (person: Person) => string;
  /** Ids of the selected rows. */
  selected: ReadonlySet<string>;
  onSort: (sort: IssueSort) => void;
  /** A stable function: a new one renders all rows again. */
  onSelect: (issueId: string, from?: string) => void;
}

const ROW_HEIGHT = 40;
const CARD_HEIGHT = 68;
/** In a narrower table, in pixels, a row is a card of two lines. */
const CARDS_BELOW = 640;
/** Number of rows whose keys determine the width of the column of keys; keys of one tracker have similar lengths. */
const KEYS_MEASURED = 200;

/** The issues of a project: a virtualized grid whose rows take the focus. */
export function IssueTable(props: IssueTableProps) {
  const { rows, total, columns: chosen, sort, selected, hrefOf, personHref, onSelect } = props;
  const { t, format } = useTranslation("issues");
  const { t: tControls } = useTranslation("controls");
  const now = useNow();
  const rowFormat = useMemo(() => ({ t, tControls, format, now }), [t, tControls, format, now]);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller, 0);
  const isCards = width > 0 && width < CARDS_BELOW;

  // The column's name needs space too: in some languages it is longer than every key.
  const nameLength = t("columns.key").length;
  const keyLength = useMemo(
    () => Math.max(nameLength, ...rows.slice(0, KEYS_MEASURED).map(({ key }) => key.length)),
    [rows, nameLength],
  );
  const columns = useMemo(() => fittingColumns(chosen, keyLength, width), [chosen, keyLength, width]);

  return (
    <RowGrid
      {...props}
      scroller={scroller}
      rowHeight={isCards ? CARD_HEIGHT : ROW_HEIGHT}
      label={t("table.label")}
      hint={t("table.hint")}
      words={{
        shown: t("table.shown", { count: total, shown: rows.length }),
        loading: t("table.loadingMore"),
        failed: t("table.moreFailed"),
      }}
      columnCount={isCards ? 2 : columns.length + 1}
      head={isCards ? undefined : <IssueTableHead columns={columns} sort={sort} onSort={props.onSort} />}
      style={{ "--issue-tracks": columnTracks(columns, keyLength) } as CSSProperties}
    >
      {(row, state) => (
        <IssueTableRow
          {...state}
          row={row}
          rowFormat={rowFormat}
          columns={columns}
          isCard={isCards}
          isSelected={selected.has(row.id)}
          href={hrefOf(row)}
          personHref={personHref}
          onSelect={onSelect}
        />
      )}
    </RowGrid>
  );
}
