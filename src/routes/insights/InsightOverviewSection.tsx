import type { Insights, InsightSeries } from "../../../contract/insights/insights.ts";
import { METRIC_IDS, METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import { InsightOverview } from "../../components/insights/InsightOverview.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { INSIGHT_GROUPS, isCounting, isNothing } from "./insightGroups.ts";

export interface InsightOverviewSectionProps {
  insights: Insights;
}

/** Metrics of a group that have values. */
const metricsOf = (group: (typeof INSIGHT_GROUPS)[number], series: readonly InsightSeries[]): MetricId[] =>
  METRIC_IDS.filter(
    (metric) =>
      METRICS[metric].group === group &&
      !isNothing(series.filter((one) => one.metric === metric)) &&
      METRICS[metric].shape !== "states",
  );

/** The values of all metrics with their changes and targets. */
export function InsightOverviewSection({ insights: { series, changes, targets, notes } }: InsightOverviewSectionProps) {
  const { t } = useTranslation("insights");
  const { valueIn } = useInsightFormats();
  const groups = INSIGHT_GROUPS.map((group) => ({
    name: t(`groups.${group}`),
    metrics: metricsOf(group, series).flatMap((metric) => {
      const own = series.find((one) => one.metric === metric);
      if (own?.current.value == null) return [];
      const change = changes.find((one) => one.metric === metric) ?? null;
      const target = targets.find((one) => one.metric === metric) ?? null;
      const [value, previous] = [own.current.value, own.previous.value];
      return [
        {
          metric,
          value: valueIn(own.unit, value),
          previous: previous === null ? null : valueIn(own.unit, previous),
          isCounting: isCounting(notes, metric),
          values: own.values,
          change,
          target,
        },
      ];
    }),
  }));
  return <InsightOverview groups={groups.filter(({ metrics }) => metrics.length > 0)} />;
}
