import { memo } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { RequestCard } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { MorePeople } from "../patterns/MorePeople.tsx";
import { MarkTags } from "../patterns/MarkTags.tsx";
import { LabelList } from "../patterns/LabelList.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RowGridRow, type RowGridRowState, linkTabIndex } from "../patterns/RowGridRow.tsx";
import { RowGrid, type RowGridTableProps } from "../patterns/RowGrid.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ChatIcon } from "../ui/icons.ts";
import { CheckState } from "./CheckState.tsx";
import { RequestStateTag } from "../patterns/RequestStateTag.tsx";
import styles from "./RequestTable.module.css";

const ROW_HEIGHT = 60;
/** The pictures in a row; the others are in a menu. */
const SHOWN_REVIEWERS = 3;

export interface RequestTableProps extends RowGridTableProps<RequestCard> {
  /** The page of a person. A stable function: a new one renders all rows again. */
  personHref: (person: Person) => string;
}

/** The requests of a project: a virtualized grid whose rows take the focus. */
export function RequestTable(props: RequestTableProps) {
  const { rows, total, hrefOf, personHref } = props;
  const { t } = useTranslation("requests");
  return (
    <RowGrid
      {...props}
      rowHeight={ROW_HEIGHT}
      label={t("table.label")}
      hint={t("table.hint")}
      words={{
        shown: t("table.shown", { count: total, shown: rows.length }),
        loading: t("table.loadingMore"),
        failed: t("table.moreFailed"),
      }}
    >
      {(row, state) => <RequestRow {...state} row={row} href={hrefOf(row)} personHref={personHref} />}
    </RowGrid>
  );
}

interface RequestRowProps extends RowGridRowState<RequestCard> {
  row: RequestCard;
  href: string;
  personHref: (person: Person) => string;
}

const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { row, href, personHref } = props;
  const { t, format } = useTranslation("requests");
  return (
    <RowGridRow {...props} className={styles.row}>
      <div role="gridcell" aria-colindex={1} className={styles.cell}>
        <div className={styles.line}>
          <RequestStateTag state={row.state} isDraft={row.is_draft} hasWord={false} />
          <a href={href} tabIndex={-1} className={styles.title} title={row.title}>
            <ForeignText text={row.title} />
          </a>
          {row.checks !== null && <CheckState state={row.checks} />}
        </div>
        <Text as="div" size="small" tone="muted" className={styles.line}>
          <span className={styles.key}>{row.key}</span>
          <span className={styles.by}>
            {row.author ? (
              <Sentence
                text={t("table.by", { name: "<name/>" })}
                parts={{
                  name: (
                    <PersonName name={row.author.name} href={personHref(row.author)} tabIndex={linkTabIndex(props)} />
                  ),
                }}
              />
            ) : (
              t("table.by", { name: t("table.noAuthor") })
            )}
          </span>
          <RelativeTime at={row.updated_at} />
          {row.comments > 0 && (
            <span className={styles.count} title={t("table.comments", { count: row.comments })}>
              <Icon of={ChatIcon} size={12} />
              <span aria-hidden>{format.number(row.comments)}</span>
              <span className="visually-hidden">{t("table.comments", { count: row.comments })}</span>
            </span>
          )}
          {row.reviewers.slice(0, SHOWN_REVIEWERS).map(({ person }) => (
            <a key={person.id} href={personHref(person)} tabIndex={linkTabIndex(props)} className={styles.reviewer}>
              <Avatar name={person.name} size={20} />
            </a>
          ))}
          <MorePeople
            people={row.reviewers.slice(SHOWN_REVIEWERS).map(({ person }) => person)}
            personHref={personHref}
            tabIndex={linkTabIndex(props)}
          />
          <MarkTags marks={row.marks} />
          <LabelList labels={row.labels} shown={2} />
        </Text>
      </div>
    </RowGridRow>
  );
});
