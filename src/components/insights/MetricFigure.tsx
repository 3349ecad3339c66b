import type { InsightChange, InsightTarget } from "../../../contract/insights/insights.ts";
import type { MetricDisplay } from "../../../contract/insights/dashboardRules.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ChartBucket, ChartSeries, ValueForm } from "../charts/chartData.ts";
import { ChartTable } from "../charts/ChartTable.tsx";
import { Sparkline } from "../charts/Sparkline.tsx";
import { TimeSeriesChart } from "../charts/TimeSeriesChart.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { TargetMark } from "./TargetMark.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";

export interface MetricFigureProps {
  metric: MetricId;
  /** The value alone, with the line of its buckets, with its chart, or with the values of the chart as a table. */
  display: MetricDisplay;
  kind: "bar" | "stacked" | "line";
  buckets: readonly ChartBucket[];
  series: readonly ChartSeries[];
  /** Value of the first series over the whole period; null without data. */
  current: number | null;
  previous: number | null;
  change: InsightChange | null;
  target: InsightTarget | null;
  /** Where each series is a separate entity, its value over the whole period, instead of a single number. */
  parts?: readonly { readonly name: string; readonly value: number }[] | undefined;
  form: ValueForm;
  /** What this metric currently excludes. */
  notes: readonly string[];
}

/** One metric without a frame of its own: what `InsightCard` shows, as small as a dashboard needs it. */
export function MetricFigure(props: MetricFigureProps) {
  const { metric, display, kind, buckets, series, current, previous, change, target, parts, form, notes } = props;
  const { t, format } = useTranslation("insights");
  const { t: tCharts } = useTranslation("charts");
  const { targetText } = useInsightFormats();
  return (
    <Stack gap={2}>
      <Inline gap={3} align="baseline">
        {parts ? (
          <Text tone="muted">
            {format.list(parts.map((part) => t("card.part", { name: part.name, value: form.full(part.value) })))}
          </Text>
        ) : (
          <Text size="title" weight="strong" isNumeric>
            {current === null ? tCharts("table.gap") : form.full(current)}
          </Text>
        )}
        {change !== null && change.verdict !== "uncovered" && <ChangeMark change={change} />}
        {!parts && previous !== null && (
          <Text tone="muted" size="small">
            {t("card.previous", { value: form.full(previous) })}
          </Text>
        )}
        {target !== null && <TargetMark target={target} isShort />}
      </Inline>
      {display === "sparkline" && <Sparkline values={series[0]?.values ?? []} />}
      {display === "chart" && (
        <TimeSeriesChart
          label={t(`metrics.${metric}.name`)}
          kind={kind}
          buckets={buckets}
          series={series}
          guide={target === null ? null : { name: targetText(target), value: target.value }}
          form={form}
        />
      )}
      {display === "table" && (
        <ChartTable
          label={t(`metrics.${metric}.name`)}
          buckets={buckets}
          series={series}
          formatValue={form.full}
          isSplit={kind === "stacked"}
        />
      )}
      {(display === "chart" || display === "table") &&
        notes.map((note) => (
          <Text as="p" key={note} tone="muted" size="small">
            {note}
          </Text>
        ))}
    </Stack>
  );
}
