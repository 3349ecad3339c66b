import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import type { ChartBucket, ChartSeries, FormatValue } from "./chartData.ts";
import { Button } from "../ui/Button.tsx";

export interface ChartTableProps {
  label: string;
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
  formatValue: FormatValue;
  /** Each series has separate rows; otherwise all share the same rows. */
  isSplit?: boolean;
  onOpen?: ((bucket: number) => void) | undefined;
}

/** The values of a chart as a table: a row per bucket, with the number of rows behind it. */
export function ChartTable({ label, buckets, series, formatValue, isSplit = false, onOpen }: ChartTableProps) {
  const { t, format } = useTranslation("charts");
  return (
    <Table label={t("table.label", { name: label })} isSingleLine>
      <thead>
        <tr>
          <th scope="col">{t("table.bucket")}</th>
          {series.map(({ id, name }) => (
            <th key={id} scope="col" data-align="end">
              {name}
            </th>
          ))}
          <th scope="col" data-align="end">
            {t("table.rows")}
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket, i) => {
          const counts = series.map(({ n }) => n[i] ?? 0);
          const n = isSplit ? counts.reduce((sum, count) => sum + count, 0) : Math.max(0, ...counts);
          return (
            <tr key={bucket.name}>
              <th scope="row">{bucket.isPartial ? t("table.partial", { name: bucket.name }) : bucket.name}</th>
              {series.map(({ id, values, few }) => (
                <td key={id} data-align="end">
                  {values[i] == null
                    ? few?.[i]?.length
                      ? t("table.few", { values: format.list(few[i].map(formatValue)) })
                      : t("table.gap")
                    : formatValue(values[i])}
                </td>
              ))}
              <td data-align="end">
                {onOpen && n > 0 ? (
                  <Button
                    variant="minimal"
                    size="small"
                    text={format.number(n)}
                    aria-label={t("table.open", { count: n, name: bucket.name })}
                    onClick={() => onOpen(i)}
                  />
                ) : (
                  format.number(n)
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
