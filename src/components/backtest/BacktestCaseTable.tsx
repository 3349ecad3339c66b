import type { BacktestCase } from "../../../contract/issues/backtest.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { PathText } from "../ui/PathText.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./BacktestReport.module.css";

/** Every single case, so that a figure can be verified. */
export function BacktestCaseTable({
  rows,
  hrefOf,
}: {
  rows: readonly BacktestCase[];
  hrefOf: (address: string) => string;
}) {
  const { t, format } = useTranslation("backtest");
  const rank = (value: number | null): string => (value === null ? t("cases.notFound") : format.number(value));
  return (
    <section className={styles.part}>
      <h3>{t("cases.title")}</h3>
      <Text as="p" tone="muted" className={styles.note}>
        {t("cases.how")}
      </Text>
      <div className={styles.cases}>
        <Table label={t("cases.title")}>
          <thead>
            <tr>
              <th scope="col">{t("cases.issue")}</th>
              <th scope="col">{t("cases.files")}</th>
              <th scope="col">{t("engine")}</th>
              <th scope="col">{t("plain")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.issue}>
                <td>
                  <a href={hrefOf(row.address ?? row.issue)}>
                    {row.key} <ForeignText text={row.title} />
                  </a>
                </td>
                <td>
                  {row.files.map((path) => (
                    <div key={path}>
                      <code>
                        <PathText path={path} />
                      </code>
                    </div>
                  ))}
                </td>
                <td>{rank(row.rank)}</td>
                <td>{rank(row.plain_rank)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}
