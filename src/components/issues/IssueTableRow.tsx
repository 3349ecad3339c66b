import { memo, type ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { ageText, ageWords } from "../ui/Age.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { IssueStateLabel } from "../patterns/IssueStateTag.tsx";
import { RowGridRow, type RowGridRowState, linkTabIndex } from "../patterns/RowGridRow.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { MorePeople } from "../patterns/MorePeople.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import type { IssueColumn } from "./issueColumns.ts";
import { Icon } from "../ui/Icon.tsx";
import { ChatIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueTable.module.css";

/** Texts, formats and clock of the whole table: a hook in every cell would cost more than the cell (100,000 rows must scroll smoothly). */
export interface RowFormat extends Pick<Translation<"issues">, "t" | "format"> {
  readonly tControls: Translation<"controls">["t"];
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface IssueTableRowProps extends RowGridRowState<IssueRow> {
  rowFormat: RowFormat;
  row: IssueRow;
  columns: readonly IssueColumn[];
  isCard: boolean;
  isSelected: boolean;
  href: string;
  personHref: (person: Person) => string;
  onSelect: (issueId: string) => void;
}

/** One issue in the table. Rendered again only when one of its own values changes. */
export const IssueTableRow = memo(function IssueTableRow(props: IssueTableRowProps) {
  const { row, columns, isCard, isSelected, href, rowFormat, onSelect } = props;
  const { t, tControls } = rowFormat;
  const [assignee, ...others] = row.assignees;
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
    <RowGridRow {...props} className={isCard ? styles.card : styles.row}>
      <div role="gridcell" aria-colindex={1} className={styles.checkCell}>
        {check}
      </div>
      {isCard ? (
        <div role="gridcell" aria-colindex={2} className={styles.cardBody}>
          <div className={styles.cardTitle}>
            <IssueStateLabel state={row.state} word={tControls(`issueState.${row.state}`)} hasWord={false} />
            <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
              <ForeignText text={row.title} />
            </a>
          </div>
          <Text as="div" tone="muted" className={styles.cardMeta}>
            <Text tone="muted" className={styles.key}>
              {row.key}
            </Text>
            {when(row.updated_at, rowFormat)}
            {comments(row.comments, rowFormat)}
            {assignee && (
              <a href={props.personHref(assignee)} tabIndex={linkTabIndex(props)} className={styles.picture}>
                <Avatar name={assignee.name} size={20} />
              </a>
            )}
            <MorePeople people={others} personHref={props.personHref} tabIndex={linkTabIndex(props)} />
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
    </RowGridRow>
  );
});

/** Functions and not components: a table renders hundreds of cells in a frame. */
function cell(column: IssueColumn, props: IssueTableRowProps): ReactNode {
  const { row, href, rowFormat } = props;
  const { t, tControls } = rowFormat;
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
          <ForeignText text={row.title} />
        </a>
      );
    case "state":
      return <IssueStateLabel state={row.state} word={tControls(`issueState.${row.state}`)} />;
    case "labels":
      // One readable label is more useful than two truncated ones.
      return <LabelList labels={row.labels} shown={1} />;
    case "assignee":
      return people(row.assignees, t("table.unassigned"), props);
    case "author":
      return people(row.author ? [row.author] : [], t("table.noAuthor"), props);
    case "age":
      return ageText(ageWords(tControls, row.created_at, row.closed_at ?? rowFormat.now));
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
      <Icon of={ChatIcon} size={12} />
      <span aria-hidden>{format.number(count)}</span>
      <span className="visually-hidden">{t("table.commentCount", { count })}</span>
    </Text>
  );
}

function people(all: readonly Person[], unassigned: string, props: IssueTableRowProps): ReactNode {
  const [first, ...others] = all;
  if (!first) return <Text tone="muted">{unassigned}</Text>;
  return (
    <span className={styles.person}>
      <Avatar name={first.name} size={20} isDecorative />
      <PersonName
        name={first.name}
        href={props.personHref(first)}
        isUnderlined={false}
        overflow="ellipsis"
        tabIndex={linkTabIndex(props)}
      />
      <MorePeople people={others} personHref={props.personHref} tabIndex={linkTabIndex(props)} />
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
