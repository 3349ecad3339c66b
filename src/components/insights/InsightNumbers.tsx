import type { InsightChange } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ValueForm } from "../charts/chartData.ts";
import { Button } from "../ui/Button.tsx";
import { ArrowRightIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./InsightNumbers.module.css";

export interface InsightNumbersProps {
  metric: MetricId;
  /** Value of the first series over the whole period; null without data. */
  current: number | null;
  previous: number | null;
  /** The comparison with the period before; null for a metric that is not compared. */
  change: InsightChange | null;
  /** Where each series is a separate entity, its value over the whole period, instead of a single number. */
  parts?: readonly { readonly name: string; readonly value: number }[] | undefined;
  /** Number of rows of the whole period. */
  n: number;
  form: ValueForm;
  /** The number still grows, because not everything has been counted. */
  isCounting?: boolean;
  /** Opens the drill-down of the whole period. */
  onOpen: () => void;
}

/** The value of the period next to the one before, and what leads to its rows. */
export function InsightNumbers(props: InsightNumbersProps) {
  const { metric, current, previous, change, parts, n, form, isCounting = false, onOpen } = props;
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const { differenceIn } = useInsightFormats();
  const rows = t("card.rows", { count: n, formatted: format.number(n) });
  return (
    <>
      <p className={styles.numbers}>
        {parts ? (
          <Text tone="muted">
            {format.list(parts.map((part) => t("card.part", { name: part.name, value: form.full(part.value) })))}
          </Text>
        ) : (
          <>
            <Text size="title" weight="strong" isNumeric>
              {current === null
                ? n === 0
                  ? tCharts("table.gap")
                  : t("card.tooFew", { count: n })
                : form.full(current)}
            </Text>
            {isCounting && <Text tone="muted">{t("card.soFar")}</Text>}
            <Text tone="muted">
              {previous === null ? t("card.noPrevious") : t("card.previous", { value: form.full(previous) })}
            </Text>
          </>
        )}
        {change !== null && change.verdict !== "uncovered" && <ChangeMark change={change} />}
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          endIcon={<ArrowRightIcon />}
          className={styles.rows}
          text={rows}
          aria-label={`${t("card.openAll", { name: t(`metrics.${metric}.name`) })}: ${rows}`}
          disabled={n === 0}
          onClick={onOpen}
        />
      </p>
      {change !== null && change.difference !== null && (
        <Text as="p" tone="muted" size="small">
          {t("change.difference", { range: differenceIn(change.unit, change.difference) })}
        </Text>
      )}
    </>
  );
}
