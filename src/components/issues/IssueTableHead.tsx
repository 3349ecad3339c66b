import { useTranslation } from "../../i18n/useTranslation.ts";
import { columnOf, type IssueColumn, type IssueSort } from "./issueColumns.ts";
import { SortButton } from "../ui/SortButton.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssueTable.module.css";

export interface IssueTableHeadProps {
  columns: readonly IssueColumn[];
  sort: IssueSort;
  onSort: (sort: IssueSort) => void;
}

/** The column headers; those that the host can sort by are buttons. */
export function IssueTableHead({ columns, sort, onSort }: IssueTableHeadProps) {
  const { t } = useTranslation("issues");
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        <Text as="div" role="columnheader" aria-colindex={1} tone="muted" className={styles.headCell}>
          <span className="visually-hidden">{t("columns.select")}</span>
        </Text>
        {columns.map((column, at) => {
          const { sorts, align } = columnOf(column);
          const now = sorts?.findIndex((choice) => choice.sort === sort) ?? -1;
          const direction = sorts?.[now]?.direction;
          const next = sorts?.[(now + 1) % sorts.length];
          const name = t(`columns.${column}`);
          return (
            <Text
              as="div"
              key={column}
              role="columnheader"
              aria-colindex={at + 2}
              tone="muted"
              className={styles.headCell}
              data-align={align}
              {...(sorts && { "aria-sort": direction ?? "none" })}
            >
              {next ? (
                <SortButton direction={direction} onSort={() => onSort(next.sort)}>
                  {name}
                </SortButton>
              ) : (
                name
              )}
            </Text>
          );
        })}
      </div>
    </div>
  );
}
