import type { ReactNode } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssueRow } from "../../../contract/issues/issues.ts";
import type { Translation } from "../../i18n/useTranslation.ts";
import { IssueStateLabel } from "../patterns/IssueStateTag.tsx";
import { MarkTags } from "../patterns/MarkTags.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { MorePeople } from "../patterns/MorePeople.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { type RowGridRowState, linkTabIndex } from "../patterns/RowGridRow.tsx";
import { ageText, ageParts } from "../ui/Age.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
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

export interface IssueCellProps extends Pick<RowGridRowState<IssueRow>, "isActive"> {
  row: IssueRow;
  rowFormat: RowFormat;
  href: string;
  personHref: (person: Person) => string;
}

/** The contents of a cell. Functions and not components: a table renders hundreds of cells in a frame. */
export type IssueCell = (props: IssueCellProps) => ReactNode;

export const keyCell: IssueCell = ({ row }) => (
  <Text tone="muted" className={styles.key} title={row.key}>
    {row.key}
  </Text>
);

export const titleCell: IssueCell = ({ row, href }) => (
  <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
    <ForeignText text={row.title} />
  </a>
);

export const stateCell: IssueCell = ({ row, rowFormat }) => (
  <IssueStateLabel state={row.state} word={rowFormat.tControls(`issueState.${row.state}`)} />
);

export const typeCell: IssueCell = ({ row, rowFormat }) =>
  row.analysis?.type ? <span className={styles.plain}>{rowFormat.t(`types.${row.analysis.type}`)}</span> : null;

/** One readable label is more useful than two truncated ones. */
export const labelCell: IssueCell = ({ row }) => <LabelList labels={row.labels} shown={1} />;

export const markCell: IssueCell = ({ row }) => <MarkTags marks={row.marks} />;

export const assigneeCell: IssueCell = (props) =>
  people(props.row.assignees, props.rowFormat.t("table.unassigned"), props);

export const authorCell: IssueCell = (props) =>
  people(props.row.author ? [props.row.author] : [], props.rowFormat.t("table.noAuthor"), props);

function people(all: readonly Person[], unassigned: string, props: IssueCellProps): ReactNode {
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

export const fileCell: IssueCell = ({ row }) => {
  const files = row.analysis?.likely_files ?? [];
  const paths = files.join(", ");
  return (
    <span className={styles.plain} title={paths}>
      <span aria-hidden>{files.map((path) => path.split("/").at(-1)).join(", ")}</span>
      <span className="visually-hidden">{paths}</span>
    </span>
  );
};

export const similarCell: IssueCell = ({ row, rowFormat }) =>
  row.analysis?.similar ? rowFormat.format.number(row.analysis.similar) : null;

export const ageCell: IssueCell = ({ row, rowFormat }) =>
  ageText(ageParts(rowFormat.tControls, row.created_at, row.closed_at ?? rowFormat.now));

export const activityCell: IssueCell = ({ row, rowFormat: { format, now } }) => (
  <time dateTime={row.updated_at} title={format.dateTime(row.updated_at)}>
    {format.relative(row.updated_at, now)}
  </time>
);

export const commentCell: IssueCell = ({ row: { comments: count }, rowFormat: { t, format } }) => {
  if (count === 0) return null;
  return (
    <Text tone="muted" className={styles.comments} title={t("table.commentCount", { count })}>
      <Icon of={ChatIcon} size={12} />
      <span aria-hidden>{format.number(count)}</span>
      <span className="visually-hidden">{t("table.commentCount", { count })}</span>
    </Text>
  );
};
