import { ChatIcon } from "@blueprintjs/icons";
import { memo, type MouseEvent, type ReactNode } from "react";
import type { IssueRow } from "../../../contract/issues.ts";
import { useWords } from "../../i18n/useWords.ts";
import { Age } from "../Age/Age.tsx";
import { Avatar } from "../Avatar/Avatar.tsx";
import { IssueState } from "../IssueState/IssueState.tsx";
import { LabelList } from "../LabelList/LabelList.tsx";
import { RelativeTime } from "../RelativeTime/RelativeTime.tsx";
import type { IssueColumn } from "./issueColumns.ts";
import styles from "./IssueTable.module.css";

export interface IssueTableRowProps {
  row: IssueRow;
  /** Place in the list, from 0. */
  index: number;
  /** Place in the grid as screen readers count it, from 1, the head included. */
  rowIndex: number;
  /** Pixels from the top of the first row. */
  start: number;
  height: number;
  columns: readonly IssueColumn[];
  isCard: boolean;
  isActive: boolean;
  isPeeked: boolean;
  isSelected: boolean;
  href: string;
  onPoint: (row: IssueRow, index: number) => void;
  onFocus: (index: number) => void;
  onSelect: (issueId: string) => void;
}

/** One issue in the table. Drawn again only when one of its own values changes. */
export const IssueTableRow = memo(function IssueTableRow(props: IssueTableRowProps) {
  const { row, index, columns, isCard, isActive, isSelected, href, onSelect } = props;
  const { t } = useWords("issues");

  const handlePoint = (event: MouseEvent) => {
    // Links and the check box do their own work, and a drag over text is a selection.
    if (event.target instanceof Element && event.target.closest("a, input, label")) return;
    if (event.detail > 1 || window.getSelection()?.isCollapsed === false) return;
    props.onPoint(row, index);
  };
  const check = (
    <label className={styles.check}>
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={t("table.selectRow", { key: row.key })}
        onChange={() => onSelect(row.id)}
      />
    </label>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- useListKeys listens for the whole table
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-peeked={props.isPeeked || undefined}
      className={isCard ? styles.card : styles.row}
      style={{ height: props.height, transform: `translateY(${props.start}px)` }}
      onClick={handlePoint}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus(index)}
    >
      <div role="gridcell" aria-colindex={1} className={styles.checkCell}>
        {check}
      </div>
      {isCard ? (
        <div role="gridcell" aria-colindex={2} className={styles.cardBody}>
          <div className={styles.cardTitle}>
            <IssueState state={row.state} hasWord={false} />
            <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
              {row.title}
            </a>
          </div>
          <div className={styles.cardMeta}>
            <span className={styles.key}>{row.key}</span>
            <RelativeTime at={row.updated_at} />
            {row.comments > 0 && <Comments count={row.comments} />}
            {row.assignees[0] && <Avatar name={row.assignees[0].name} size={20} />}
            <span className={styles.cardLabels}>
              <LabelList labels={row.labels} shown={1} />
            </span>
          </div>
        </div>
      ) : (
        columns.map((column, at) => (
          <div key={column} role="gridcell" aria-colindex={at + 2} className={styles.cell} data-column={column}>
            {cell(column, props)}
          </div>
        ))
      )}
    </div>
  );
});

function cell(column: IssueColumn, { row, href }: IssueTableRowProps): ReactNode {
  switch (column) {
    case "key":
      return (
        <span className={styles.key} title={row.key}>
          {row.key}
        </span>
      );
    case "title":
      return (
        <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
          {row.title}
        </a>
      );
    case "state":
      return <IssueState state={row.state} />;
    case "labels":
      return <LabelList labels={row.labels} shown={2} />;
    case "assignee":
      return <People row={row} />;
    case "author":
      return <Author row={row} />;
    case "age":
      return <Age from={row.created_at} until={row.closed_at} />;
    case "activity":
      return <RelativeTime at={row.updated_at} />;
    case "comments":
      return <Comments count={row.comments} />;
    case "type":
      return <span className={styles.plain}>{row.analysis?.type}</span>;
    case "files":
      return <FileNames files={row.analysis?.likely_files ?? []} />;
    case "similar":
      return <Count value={row.analysis?.similar} />;
  }
}

function Comments({ count }: { count: number }) {
  const { t } = useWords("issues");
  if (count === 0) return null;
  return (
    <span className={styles.comments} title={t("table.commentCount", { count })}>
      <ChatIcon size={12} aria-hidden />
      <Count value={count} />
    </span>
  );
}

function Count({ value }: { value: number | undefined }) {
  const { format } = useWords("issues");
  return value ? <>{format.number(value)}</> : null;
}

function People({ row }: { row: IssueRow }) {
  const { t } = useWords("issues");
  const [first, ...others] = row.assignees;
  if (!first) return <span className={styles.faint}>{t("table.unassigned")}</span>;
  return (
    <span className={styles.person} title={row.assignees.map((person) => person.name).join(", ")}>
      <Avatar name={first.name} size={20} isDecorative />
      <span className={styles.clip}>{first.name}</span>
      {others.length > 0 && (
        <span className={styles.faint} aria-label={t("table.more", { count: others.length })}>
          +{others.length}
        </span>
      )}
    </span>
  );
}

function Author({ row }: { row: IssueRow }) {
  const { t } = useWords("issues");
  if (!row.author) return <span className={styles.faint}>{t("table.noAuthor")}</span>;
  return (
    <span className={styles.person} title={row.author.name}>
      <Avatar name={row.author.name} size={20} isDecorative />
      <span className={styles.clip}>{row.author.name}</span>
    </span>
  );
}

function FileNames({ files }: { files: readonly string[] }) {
  return (
    <span className={styles.files} title={files.join("\n")}>
      {files.map((path) => path.split("/").at(-1)).join(", ")}
    </span>
  );
}
