import { memo, type MouseEvent, type ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import { ageText, ageWords } from "../ui/Age.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { IssueStateLabel } from "./IssueStateTag.tsx";
import { LabelList } from "./LabelList.tsx";
import type { IssueColumn } from "./issueColumns.ts";
import { ChatIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueTable.module.css";

/** Texts, formats and clock of the whole table: a hook in every cell would cost more than the cell (100,000 rows must scroll smoothly). */
export interface RowFormat extends Pick<Translation<"issues">, "t" | "format"> {
  readonly tAge: Translation<"controls">["t"];
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface IssueTableRowProps {
  rowFormat: RowFormat;
  row: IssueRow;
  /** Position in the list, from 0. */
  index: number;
  /** Position in the grid for screen readers, from 1, the header included. */
  rowIndex: number;
  /** Pixels from the top of the first row. */
  start: number;
  height: number;
  columns: readonly IssueColumn[];
  isCard: boolean;
  isActive: boolean;
  isPreviewed: boolean;
  isSelected: boolean;
  href: string;
  onPoint: (row: IssueRow, index: number) => void;
  onFocus: (index: number) => void;
  onSelect: (issueId: string) => void;
}

/** One issue in the table. Rendered again only when one of its own values changes. */
export const IssueTableRow = memo(function IssueTableRow(props: IssueTableRowProps) {
  const { row, index, columns, isCard, isActive, isSelected, href, rowFormat, onSelect } = props;
  const { t } = rowFormat;

  const handlePoint = (event: MouseEvent) => {
    // Links and the check box handle their own clicks, and a drag over text is a selection.
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- useListShortcuts listens for the whole table
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      data-previewed={props.isPreviewed || undefined}
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
            <IssueStateLabel state={row.state} word={t(`table.${row.state}`)} hasWord={false} />
            <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
              {row.title}
            </a>
          </div>
          <Text as="div" tone="muted" className={styles.cardMeta}>
            <Text tone="muted" className={styles.key}>
              {row.key}
            </Text>
            {when(row.updated_at, rowFormat)}
            {comments(row.comments, rowFormat)}
            {row.assignees[0] && <Avatar name={row.assignees[0].name} size={20} />}
            <span className={styles.cardLabels}>
              <LabelList labels={row.labels} shown={1} />
            </span>
          </Text>
        </div>
      ) : (
        columns.map((column, at) => (
          <Text
            key={column}
            as="div"
            tone={column === "age" || column === "activity" ? "muted" : undefined}
            role="gridcell"
            aria-colindex={at + 2}
            className={styles.cell}
            data-column={column}
          >
            {cell(column, props)}
          </Text>
        ))
      )}
    </div>
  );
});

/** Functions and not components: a table renders hundreds of cells in a frame. */
function cell(column: IssueColumn, { row, href, rowFormat }: IssueTableRowProps): ReactNode {
  const { t } = rowFormat;
  switch (column) {
    case "key":
      return (
        <Text tone="muted" className={styles.key} title={row.key}>
          {row.key}
        </Text>
      );
    case "title":
      return (
        <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
          {row.title}
        </a>
      );
    case "state":
      return <IssueStateLabel state={row.state} word={t(`table.${row.state}`)} />;
    case "labels":
      // One readable label is more useful than two truncated ones.
      return <LabelList labels={row.labels} shown={1} />;
    case "assignee":
      return people(row.assignees, t("table.unassigned"));
    case "author":
      return people(row.author ? [row.author] : [], t("table.noAuthor"));
    case "age":
      return ageText(ageWords(rowFormat.tAge, row.created_at, row.closed_at ?? rowFormat.now));
    case "activity":
      return when(row.updated_at, rowFormat);
    case "comments":
      return comments(row.comments, rowFormat);
    case "type":
      return row.analysis?.type ? <span className={styles.plain}>{t(`types.${row.analysis.type}`)}</span> : null;
    case "files":
      return fileNames(row.analysis?.likely_files ?? []);
    case "similar":
      return row.analysis?.similar ? rowFormat.format.number(row.analysis.similar) : null;
  }
}

const when = (at: string, { format, now }: RowFormat): ReactNode => (
  <time dateTime={at} title={format.dateTime(at)}>
    {format.relative(at, now)}
  </time>
);

function comments(count: number, { t, format }: RowFormat): ReactNode {
  if (count === 0) return null;
  return (
    <Text tone="muted" className={styles.comments} title={t("table.commentCount", { count })}>
      <ChatIcon size={12} aria-hidden title={false} />
      <span aria-hidden>{format.number(count)}</span>
      <span className="visually-hidden">{t("table.commentCount", { count })}</span>
    </Text>
  );
}

function people(all: readonly Person[], unassigned: string): ReactNode {
  const [first, ...others] = all;
  if (!first) return <Text tone="muted">{unassigned}</Text>;
  const names = others.map((person) => person.name).join(", ");
  return (
    <span className={styles.person}>
      <Avatar name={first.name} size={20} isDecorative />
      <span className={styles.clip}>{first.name}</span>
      {others.length > 0 && (
        <Text tone="muted" title={names}>
          <span aria-hidden>+{others.length}</span>
          <span className="visually-hidden">, {names}</span>
        </Text>
      )}
    </span>
  );
}

const fileNames = (files: readonly string[]): ReactNode => {
  const paths = files.join(", ");
  return (
    <span className={styles.files} title={paths}>
      <span aria-hidden>{files.map((path) => path.split("/").at(-1)).join(", ")}</span>
      <span className="visually-hidden">{paths}</span>
    </span>
  );
};
