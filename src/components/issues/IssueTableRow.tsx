import { memo } from "react";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import { IssueStateLabel } from "../patterns/IssueStateTag.tsx";
import { MarkTags } from "../patterns/MarkTags.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { MorePeople } from "../patterns/MorePeople.tsx";
import { RowGridRow, type RowGridRowState, linkTabIndex } from "../patterns/RowGridRow.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Text } from "../ui/Text.tsx";
import { activityCell, commentCell, type IssueCellProps, keyCell, titleCell } from "./issueCells.tsx";
import { columnOf, type IssueColumn } from "./issueColumns.ts";
import styles from "./IssueTable.module.css";

export interface IssueTableRowProps extends RowGridRowState<IssueRow>, IssueCellProps {
  columns: readonly IssueColumn[];
  isCard: boolean;
  isSelected: boolean;
  /** @param from as in `RowGrid` */
  onSelect: (issueId: string, from?: string) => void;
}

/** One issue in the table. Rendered again only when one of its own values changes. */
export const IssueTableRow = memo(function IssueTableRow(props: IssueTableRowProps) {
  const { row, columns, isCard, isSelected, onSelect } = props;
  const { t, tControls } = props.rowFormat;
  const [assignee, ...others] = row.assignees;
  return (
    <RowGridRow {...props} className={isCard ? styles.card : styles.row}>
      <div role="gridcell" aria-colindex={1} className={styles.checkCell}>
        <label className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t("table.selectRow", { key: row.key })}
            onChange={({ nativeEvent }) => {
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
              onSelect(row.id, ...(isRange ? [row.id] : []));
            }}
          />
        </label>
      </div>
      {isCard ? (
        <div role="gridcell" aria-colindex={2} className={styles.cardBody}>
          <div className={styles.cardTitle}>
            <IssueStateLabel state={row.state} word={tControls(`issueState.${row.state}`)} hasWord={false} />
            {titleCell(props)}
          </div>
          <Text as="div" tone="muted" className={styles.cardMeta}>
            {keyCell(props)}
            {activityCell(props)}
            {commentCell(props)}
            {assignee && (
              <a href={props.personHref(assignee)} tabIndex={linkTabIndex(props)} className={styles.picture}>
                <Avatar name={assignee.name} size={20} />
              </a>
            )}
            <MorePeople people={others} personHref={props.personHref} tabIndex={linkTabIndex(props)} />
            {row.marks.length > 0 && (
              <span className={styles.cardMarks}>
                <MarkTags marks={row.marks} />
              </span>
            )}
            <span className={styles.cardLabels}>
              <LabelList labels={row.labels} shown={1} />
            </span>
          </Text>
        </div>
      ) : (
        columns.map((column, at) => {
          const { cell, align, isTime } = columnOf(column);
          return (
            <Text
              key={column}
              as="div"
              tone={isTime && "muted"}
              role="gridcell"
              aria-colindex={at + 2}
              className={styles.cell}
              data-align={align}
              data-time={isTime}
            >
              {cell(props)}
            </Text>
          );
        })
      )}
    </RowGridRow>
  );
});
