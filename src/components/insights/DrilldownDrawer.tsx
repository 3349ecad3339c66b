import type { InsightRow } from "../../../contract/insights/insights.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { FormatValue } from "../charts/chartData.ts";
import { ErrorState, type ErrorInfo } from "../patterns/ErrorState.tsx";
import { LoadMore, type MoreState } from "../patterns/LoadMore.tsx";
import { PersonName } from "../patterns/PersonName.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Drawer } from "../ui/Drawer.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./DrilldownDrawer.module.css";

export interface DrilldownDrawerProps {
  /** Title of the number whose rows are shown; null: closed. */
  title: string | null;
  /** Null while they load. */
  rows: readonly InsightRow[] | null;
  count: number;
  failure: ErrorInfo | null;
  formatValue: FormatValue;
  /** The address of a row in this app; null: links to its host, where that is http or https. */
  hrefOf: (row: InsightRow) => string | null;
  /** The page of the person of a row. */
  personHref: (row: InsightRow) => string | null;
  /** The rows behind those that are loaded. */
  more: MoreState;
  onRetry: () => void;
  onClose: () => void;
}

/** Drill-down: the rows behind a number, in a drawer next to the charts. */
export function DrilldownDrawer(props: DrilldownDrawerProps) {
  const { title, rows, count, failure, formatValue, hrefOf, personHref, more, onRetry, onClose } = props;
  const { t, format } = useTranslation("insights");
  return (
    <Drawer isOpen={title !== null} title={title ?? ""} onClose={onClose}>
      <div className={styles.body}>
        {failure ? (
          <ErrorState title={t("rows.failed")} failure={failure} onRetry={onRetry} />
        ) : rows === null ? (
          <Skeleton shape="rows" count={8} />
        ) : (
          <>
            <Text as="p" tone="muted" className={styles.count}>
              {count === 0 ? t("rows.none") : t("rows.count", { count, formatted: format.number(count) })}
            </Text>
            <ol className={styles.list}>
              {rows.map((row, i) => {
                const page = hrefOf(row);
                const name = row.title === "" ? row.id : row.title;
                return (
                  // A number may count one row twice: an issue in two states.
                  <li key={`${row.id}-${i}`}>
                    <Text as="div" overflow="anywhere">
                      {row.key !== "" && (
                        <Text tone="muted" className={styles.key}>
                          {row.key}
                        </Text>
                      )}
                      {page === null ? (
                        <a href={webHref(row.url)} target="_blank" rel="noreferrer">
                          <ForeignText text={name} />
                        </a>
                      ) : (
                        <a href={page}>
                          <ForeignText text={name} />
                        </a>
                      )}
                    </Text>
                    <Text as="div" tone="muted" className={styles.meta}>
                      {row.value !== null && row.value !== 1 && <span>{formatValue(row.value)}</span>}
                      {row.person !== null && row.person !== name && (
                        <PersonName name={row.person} href={personHref(row)} />
                      )}
                      {row.at !== null && <time dateTime={row.at}>{format.date(row.at)}</time>}
                    </Text>
                  </li>
                );
              })}
            </ol>
            <LoadMore {...more} text={t("rows.more")} />
          </>
        )}
      </div>
    </Drawer>
  );
}
