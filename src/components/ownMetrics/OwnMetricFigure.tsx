import type { OwnMetricValues } from "../../../contract/insights/ownMetrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket } from "../charts/chartData.ts";
import { TimeSeriesChart } from "../charts/TimeSeriesChart.tsx";
import { Callout } from "../ui/Callout.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { useOwnMetricText } from "./useOwnMetricText.ts";

export interface OwnMetricFigureProps {
  name: string;
  values: Pick<OwnMetricValues, "unit" | "series" | "left_out" | "target" | "operands" | "unread_fields">;
  buckets: readonly ChartBucket[];
  /** Opens the rows of a bucket; omitted where there are none to open. */
  onOpen?: ((bucket: number) => void) | undefined;
}

const TONES = { met: "success", missed: "danger", unclear: "muted", none: "muted" } as const;

/** The value of a metric over the period with its target and its chart, by groups where it has them. */
export function OwnMetricFigure({ name, values, buckets, onOpen }: OwnMetricFigureProps) {
  const { t, format } = useTranslation("ownMetrics");
  const { t: tCharts } = useTranslation("charts");
  const { forms, targetText } = useOwnMetricText();
  const { unit, series, left_out: leftOut, target, operands, unread_fields: unread = [] } = values;
  const form = forms[unit];
  const [total, ...groups] = series;
  const shown = (value: number | null | undefined): string =>
    value === null || value === undefined ? tCharts("table.gap") : form.full(value);
  const drawn = groups.length > 0 ? groups : series;
  // A median and a percentile need more rows than others; a field that is not read has its own words.
  const rowsWithoutValue =
    total?.current.value === null && unread.length === 0 && operands.length === 0 ? total.current.n : 0;
  const hasNoPoints =
    typeof total?.current.value === "number" &&
    drawn.every(({ values: points }) => points.every((point) => point === null));
  const isStacked = groups.length > 0 && unit === "count";
  return (
    <Stack gap={2}>
      {unread.length > 0 && (
        <Callout intent="warning">
          {t("card.unreadFields", { count: unread.length, names: format.list([...unread]) })}
        </Callout>
      )}
      <Inline gap={3} align="baseline">
        <Text size="title" weight="strong" isNumeric>
          {shown(total?.current.value)}
        </Text>
        {total && total.previous.value !== null && (
          <Text tone="muted" size="small">
            {t("card.previous", { value: shown(total.previous.value) })}
          </Text>
        )}
        {target !== null && (
          <Text size="small" tone={TONES[target.verdict]}>
            {t("target.judged", { target: targetText(target, unit), verdict: t(`target.verdicts.${target.verdict}`) })}
          </Text>
        )}
      </Inline>
      {rowsWithoutValue > 0 && (
        <Text as="p" tone="muted" size="small">
          {t("card.tooFewRows", { count: rowsWithoutValue, formatted: format.number(rowsWithoutValue) })}
        </Text>
      )}
      {hasNoPoints ? (
        <Text as="p" tone="muted" size="small">
          {t("card.noPoints")}
        </Text>
      ) : (
        <TimeSeriesChart
          label={name}
          kind={isStacked ? "stacked" : unit === "count" ? "bar" : "line"}
          buckets={buckets}
          series={drawn.map((one) => ({
            id: one.group ?? "all",
            name: one.group === null ? name : one.name === "" ? t("card.noGroup") : one.name,
            values: one.values,
            n: one.n,
          }))}
          guide={target === null ? null : { name: targetText(target, unit), value: target.value }}
          form={form}
          onOpen={onOpen}
        />
      )}
      {leftOut > 0 && (
        <Text as="p" tone="muted" size="small">
          {t("card.leftOut", { count: leftOut, formatted: format.number(leftOut) })}
        </Text>
      )}
      {operands.length > 0 && (
        <dl aria-label={t("card.operands")}>
          {operands.map((operand) => (
            <Inline key={operand.id} gap={2} align="baseline">
              <Text as="dt" size="small" tone="muted">
                {operand.name}
              </Text>
              <Text as="dd" size="small" isNumeric>
                {operand.value === null ? tCharts("table.gap") : forms[operand.unit].full(operand.value)}
              </Text>
            </Inline>
          ))}
        </dl>
      )}
    </Stack>
  );
}
