import type { ReactNode } from "react";
import type { Annotation } from "../../../contract/insights/annotations.ts";
import type { Insights } from "../../../contract/insights/insights.ts";
import { METRIC_IDS, METRICS, type MetricId, hasSeries } from "../../../contract/insights/metrics.ts";
import { TARGET_METRICS, type TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import { InsightCard } from "../../components/insights/InsightCard.tsx";
import { InsightCardGrid } from "../../components/insights/InsightCardGrid.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { Text } from "../../components/ui/Text.tsx";
import { annotationPlace } from "../../../contract/insights/annotationPlaces.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { INSIGHT_GROUPS, isCounting, isNothing, KIND_OF_SHAPE, partsOf } from "./insightGroups.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import styles from "./InsightCards.module.css";

const isTargetMetric = (metric: MetricId): metric is TargetMetric => TARGET_METRICS.some((one) => one === metric);

export interface InsightCardsProps {
  insights: Insights;
  granularity: string;
  annotations: readonly Annotation[];
  /** The cards are about several projects: each annotation has the name of its project. */
  isOfSeveral: boolean;
  onOpen: (point: OpenPoint) => void;
  /** Opens the form of a metric's target; undefined for readers who may not change it. */
  onEditTarget: ((metric: TargetMetric) => void) | undefined;
  /** Further buttons of a metric's card. */
  actionsOf?: (metric: MetricId, name: string) => ReactNode;
}

/** Each metric in its group, with what its numbers leave out. */
export function InsightCards({
  insights,
  granularity,
  annotations,
  isOfSeveral,
  onOpen,
  onEditTarget,
  actionsOf,
}: InsightCardsProps) {
  const { buckets, series, changes, targets, notes, bots } = insights;
  const { t, format } = useTranslation("insights");
  const { formats, bucket, note } = useInsightFormats();
  const drawn = buckets.map((one) => bucket(one, granularity));
  const placed = annotations.flatMap((annotation) => {
    const place = annotationPlace(annotation.day, buckets);
    return place ? [{ ...place, annotation }] : [];
  });
  const isWithout = (group: (typeof INSIGHT_GROUPS)[number]): boolean =>
    isNothing(series.filter(({ metric }) => METRICS[metric].group === group));
  const empty = INSIGHT_GROUPS.filter(isWithout);
  const general = notes.filter(({ metric }) => metric === null);
  return (
    <>
      {general.map((one) => (
        <Text key={one.code} as="p" size="small" tone="muted" className={styles.note}>
          {note(one)}
          {one.code === "bots_left_out" && bots.length > 0 && <> {t("notes.bots", { names: format.list(bots) })}</>}
        </Text>
      ))}
      {INSIGHT_GROUPS.map((group) => {
        const metrics = METRIC_IDS.filter(
          (metric) => METRICS[metric].group === group && series.some((one) => one.metric === metric),
        );
        if (isWithout(group)) return null;
        return (
          <section key={group} className={styles.group} aria-labelledby={`insights-${group}`}>
            <h2 id={`insights-${group}`}>{t(`groups.${group}`)}</h2>
            <InsightCardGrid>
              {metrics.map((metric) => {
                const own = series.filter((one) => one.metric === metric);
                const isSplit = hasSeries(metric);
                // A state has the tracker's own name.
                const nameOf = (name: string): string =>
                  METRICS[metric].shape === "states" ? name : t(`series.${name as "value"}`);
                return (
                  <SectionErrorBoundary key={metric} resetKey={series}>
                    <InsightCard
                      metric={metric}
                      kind={KIND_OF_SHAPE[METRICS[metric].shape]}
                      buckets={drawn}
                      series={own.map((one) => ({
                        id: one.series,
                        name: nameOf(one.series),
                        values: one.values,
                        n: one.n,
                        few: one.few,
                      }))}
                      current={own[0]?.current.value ?? null}
                      previous={own[0]?.previous.value ?? null}
                      change={changes.find((one) => one.metric === metric) ?? null}
                      annotations={placed}
                      namesProjects={isOfSeveral}
                      target={targets.find((one) => one.metric === metric) ?? null}
                      onEditTarget={onEditTarget && isTargetMetric(metric) ? () => onEditTarget(metric) : undefined}
                      parts={isSplit ? partsOf(own, nameOf) : undefined}
                      n={isSplit ? own.reduce((sum, one) => sum + one.current.n, 0) : (own[0]?.current.n ?? 0)}
                      form={formats[METRICS[metric].unit]}
                      isCounting={isCounting(notes, metric)}
                      notes={notes.filter((one) => one.metric === metric).map(note)}
                      actions={actionsOf?.(metric, t(`metrics.${metric}.name`))}
                      onOpen={(at) =>
                        onOpen({
                          kind: "metric",
                          metric,
                          series: null,
                          bucket: at === null ? null : (buckets[at]?.start ?? null),
                        })
                      }
                    />
                  </SectionErrorBoundary>
                );
              })}
            </InsightCardGrid>
          </section>
        );
      })}
      {empty.length > 0 && (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {t("card.noneOf", { groups: format.list(empty.map((group) => t(`groups.${group}`))) })}
        </Text>
      )}
    </>
  );
}
