import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { InsightFinding, Insights, InsightSeries } from "../../../contract/insights.ts";
import { METRICS, type MetricId } from "../../../contract/metrics.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InsightCard } from "../../components/insights/InsightCard.tsx";
import { InsightFilters, type InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { InsightOverview } from "../../components/insights/InsightOverview.tsx";
import { InsightSummary } from "../../components/insights/InsightSummary.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { SectionErrorBoundary } from "../SectionErrorBoundary.tsx";
import { hrefTo, type Query } from "../paths.ts";
import { useCsvDownload } from "../useCsvDownload.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { insightsQuery, readInsights, readPoint, type OpenPoint } from "./insightsUrl.ts";
import { InsightChartsSection } from "./InsightChartsSection.tsx";
import { InsightComparisonSection } from "./InsightComparisonSection.tsx";
import { DrilldownSection } from "./DrilldownSection.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { ChartIcon, DownloadIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InsightsSection.module.css";

export interface InsightsSectionProps {
  /** The project whose page contains the view; null: all, or those of the address. */
  slug: string | null;
  hrefOf: (query: Query) => string;
}

const KIND_OF_SHAPE = { count: "bar", states: "stacked", level: "line", share: "line", durations: "line" } as const;
/** Marks a history entry whose drill-down was opened from the one before it. */
const OPENED_HERE = "opened here";
const GROUPS = ["flow", "speed", "requests", "code", "documents"] as const;

/** The series, the views and their drill-down. Every selection is kept in the address. */
export function InsightsSection({ slug, hrefOf }: InsightsSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  const chosen = readInsights(params);
  const choice: InsightChoice = slug === null ? chosen : { ...chosen, project: [slug] };
  const point = readPoint(params);
  const series = useQuery(queryKeys.insightSeries(choice), (signal) => insights.series(choice, signal), {
    isLive: true,
  });
  const { data, isLoading } = series;
  const options = useQuery(
    queryKeys.insightOptions(slug),
    (signal) => insights.options(slug === null ? [] : [slug], signal),
    { isLive: true },
  );
  // The project of a project's page is in its path.
  const queryOf = (own: InsightChoice, open: OpenPoint | null): Query => {
    const query = insightsQuery(own, open);
    return slug === null ? query : { ...query, project: undefined };
  };
  const go = (next: Partial<InsightChoice>, open: OpenPoint | null) => {
    void navigate(hrefOf(queryOf({ ...chosen, ...next }, open)), {
      preventScrollReset: true,
      replace: point !== null,
      state: open === null ? null : OPENED_HERE,
    });
  };
  // A drill-down opened here is a separate history entry: closing it goes back, like the browser's Back.
  const close = () => {
    if (state === OPENED_HERE) void navigate(-1);
    else go({}, null);
  };

  const save = useCsvDownload("insights", () => insights.csv(choice), {
    saved: (name) => t("exported", { name }),
    failed: (reason) => reason,
  });

  return (
    <Stack gap={4}>
      <Inline gap={3} align="start" justify="between">
        <InsightFilters
          choice={choice}
          options={options.data}
          isWaiting={options.isLoading}
          hasProjects={slug === null}
          onChange={(next) => go(next, null)}
        />
        <Button
          icon={<DownloadIcon />}
          text={t("export")}
          disabled={data === null}
          loading={save.isPending}
          onClick={() => void save.mutate()}
        />
      </Inline>
      <AsyncContent
        query={series}
        failed={t("failed")}
        loading={
          <div className={styles.loading}>
            <Skeleton count={1} height="1.625rem" />
            <Skeleton shape="cards" count={6} height="20rem" />
          </div>
        }
      >
        {(insightsOfChoice) =>
          isNothing(insightsOfChoice.series) ? (
            <EmptyState
              icon={<ChartIcon size={32} />}
              title={t("empty.title")}
              action={<LinkButton text={t("empty.action")} href={hrefTo.projects()} />}
            >
              {t("empty.text")}
            </EmptyState>
          ) : (
            <div aria-busy={isLoading}>
              <InsightSummary
                findings={insightsOfChoice.findings}
                changes={insightsOfChoice.changes}
                span={{ count: insightsOfChoice.buckets.length, granularity: choice.granularity }}
                onOpen={(finding) => go({}, pointOf(finding))}
              />
              <Overview insights={insightsOfChoice} />
              {options.data && (
                <InsightComparisonSection
                  choice={choice}
                  options={options.data}
                  slug={slug}
                  hrefOf={(own) => hrefOf(queryOf(own, null))}
                />
              )}
              <Cards insights={insightsOfChoice} granularity={choice.granularity} onOpen={(open) => go({}, open)} />
              <InsightChartsSection
                choice={choice}
                leadTimes={insightsOfChoice.series.filter(({ metric }) => metric === "lead_time")}
                onOpen={(open) => go({}, open)}
              />
              <Text as="p" size="small" tone="muted" className={styles.zone}>
                {t("filters.zone", { zone: insightsOfChoice.time_zone })} {t("filters.steps")} {t("filters.parts")}
              </Text>
            </div>
          )
        }
      </AsyncContent>
      <DrilldownSection choice={choice} point={point} insights={data} onClose={close} />
    </Stack>
  );
}

/** The rows that prove a sentence. */
const pointOf = (finding: InsightFinding): OpenPoint =>
  finding.code === "carried" && finding.work === "reviews"
    ? { kind: "view", view: "reviews", at: [] }
    : { kind: "metric", metric: metricOf(finding), series: null, bucket: null };

function metricOf(finding: InsightFinding): MetricId {
  if (finding.code === "backlog") return "issues_net";
  return finding.code === "carried" ? "commits" : finding.metric;
}

/** The states of an issue with their medians over the period, the longest first. */
const partsOf = (series: readonly InsightSeries[]) =>
  series
    .flatMap(({ series: name, current: { value } }) => (value === null ? [] : [{ name, value }]))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 4);

/** True before the first sync, and for projects without sources. */
const isNothing = (series: readonly InsightSeries[]): boolean =>
  series.every(({ current, values }) => current.n === 0 && values.every((value) => value === null));

/** Metrics of a group that have values. */
const metricsOf = (group: (typeof GROUPS)[number], series: readonly InsightSeries[]): MetricId[] =>
  (Object.keys(METRICS) as MetricId[]).filter(
    (metric) =>
      METRICS[metric].group === group &&
      !isNothing(series.filter((one) => one.metric === metric)) &&
      METRICS[metric].shape !== "states",
  );

function Overview({ insights: { series, changes } }: { insights: Insights }) {
  const { t } = useTranslation("insights");
  const { valueIn } = useInsightFormats();
  const groups = GROUPS.map((group) => ({
    name: t(`groups.${group}`),
    metrics: metricsOf(group, series).flatMap((metric) => {
      const own = series.find((one) => one.metric === metric);
      if (own?.current.value == null) return [];
      const change = changes.find((one) => one.metric === metric) ?? null;
      return [{ metric, value: valueIn(own.unit, own.current.value), values: own.values, change }];
    }),
  }));
  return <InsightOverview groups={groups.filter(({ metrics }) => metrics.length > 0)} />;
}

interface CardsProps {
  insights: Insights;
  granularity: string;
  onOpen: (point: OpenPoint) => void;
}

function Cards({ insights: { buckets, series, changes, notes, bots }, granularity, onOpen }: CardsProps) {
  const { t, format } = useTranslation("insights");
  const { formats, bucket, note } = useInsightFormats();
  const drawn = buckets.map((one) => bucket(one, granularity));
  const isWithout = (group: (typeof GROUPS)[number]): boolean =>
    isNothing(series.filter(({ metric }) => METRICS[metric].group === group));
  const empty = GROUPS.filter(isWithout);
  const general = notes.filter(({ metric }) => metric === null);
  return (
    <>
      {general.map((one) => (
        <Text key={one.code} as="p" size="small" tone="muted" className={styles.note}>
          {note(one)}
          {one.code === "bots_left_out" && bots.length > 0 && <> {t("notes.bots", { names: format.list(bots) })}</>}
        </Text>
      ))}
      {GROUPS.map((group) => {
        const metrics = (Object.keys(METRICS) as MetricId[]).filter(
          (metric) => METRICS[metric].group === group && series.some((one) => one.metric === metric),
        );
        if (isWithout(group)) return null;
        return (
          <section key={group} className={styles.group} aria-labelledby={`insights-${group}`}>
            <h2 id={`insights-${group}`}>{t(`groups.${group}`)}</h2>
            <div className={styles.cards}>
              {metrics.map((metric) => {
                const own = series.filter((one) => one.metric === metric);
                const isSplit = METRICS[metric].shape === "states";
                return (
                  <SectionErrorBoundary key={metric} resetKey={series}>
                    <InsightCard
                      metric={metric}
                      kind={KIND_OF_SHAPE[METRICS[metric].shape]}
                      buckets={drawn}
                      series={own.map((one) => ({
                        id: one.series,
                        name: isSplit ? one.series : t(`series.${one.series as "value"}`),
                        values: one.values,
                        n: one.n,
                        few: one.few,
                      }))}
                      current={own[0]?.current.value ?? null}
                      previous={own[0]?.previous.value ?? null}
                      change={changes.find((one) => one.metric === metric) ?? null}
                      parts={isSplit ? partsOf(own) : undefined}
                      n={isSplit ? own.reduce((sum, one) => sum + one.current.n, 0) : (own[0]?.current.n ?? 0)}
                      form={formats[METRICS[metric].unit]}
                      notes={notes.filter((one) => one.metric === metric).map(note)}
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
            </div>
          </section>
        );
      })}
      {empty.length > 0 && (
        <Text as="p" size="small" tone="muted" className={styles.text}>
          {t("card.noneOf", { groups: format.list(empty.map((group) => t(`groups.${group}`))) })}
        </Text>
      )}
    </>
  );
}
