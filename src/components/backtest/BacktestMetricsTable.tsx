import { useTranslation } from "../../i18n/useTranslation.ts";
import { Table } from "../ui/Table.tsx";
import { Meter } from "../ui/Meter.tsx";
import { Inline } from "../ui/Inline.tsx";
import styles from "./BacktestMetricsTable.module.css";

export interface BacktestMetricsTableProps {
  caption: string;
  /** Shares from 0 to 1. */
  rows: readonly { readonly name: string; readonly engine: number; readonly plain: number }[];
  /** Name of the baseline. */
  plainName: string;
}

/** The engine's figures next to the baseline's, in one run. */
export function BacktestMetricsTable({ caption, rows, plainName }: BacktestMetricsTableProps) {
  const { t } = useTranslation("backtest");
  return (
    <Table label={caption}>
      <thead>
        <tr>
          <th scope="col">{t("measure")}</th>
          <th scope="col">{t("engine")}</th>
          <th scope="col">{plainName}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, engine, plain }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Figure share={engine} isBetter={engine > plain} />
            </td>
            <td>
              <Figure share={plain} isPlain />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Figure({
  share,
  isBetter = false,
  isPlain = false,
}: {
  share: number;
  isBetter?: boolean;
  isPlain?: boolean;
}) {
  const { format } = useTranslation("backtest");
  return (
    <Inline as="span" wraps={false}>
      <span className={styles.bar}>
        <Meter share={share} tone={isPlain ? "muted" : "primary"} size="large" />
      </span>
      <span className={isBetter ? styles.better : undefined}>{format.percent(share)}</span>
    </Inline>
  );
}
