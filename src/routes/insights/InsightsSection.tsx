import { observer } from "mobx-react-lite";
import { Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import type { InsightFinding, Insights, InsightSeries } from "../../../contract/insights/insights.ts";
import type { DashboardComparison } from "../../../contract/insights/dashboardRules.ts";
import { METRIC_IDS, METRICS, type MetricId } from "../../../contract/insights/metrics.ts";
import { type TargetMetric } from "../../../contract/insights/targetMetrics.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Project } from "../../../contract/projects.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { InsightFilters } from "../../components/insights/InsightFilters.tsx";
import { InsightOverview } from "../../components/insights/InsightOverview.tsx";
import { InsightSummary } from "../../components/insights/InsightSummary.tsx";
import { StickyJumpLinks } from "../../components/patterns/StickyJumpLinks.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { dayIn } from "../../domain/annotationPlaces.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo, type Query } from "../paths.ts";
import { useCsvDownload } from "../downloads/useCsvDownload.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import { useInsightsAddress } from "./useInsightsAddress.ts";
import { AnnotationsSection } from "./AnnotationsSection.tsx";
import { useAnnotations } from "./useAnnotations.ts";
import { InsightCards } from "./InsightCards.tsx";
import { INSIGHT_GROUPS, isCounting, isNothing } from "./insightGroups.ts";
import { InsightChartsSection } from "./InsightChartsSection.tsx";
import { InsightComparisonSection } from "./InsightComparisonSection.tsx";
import { PeriodComparisonSection } from "./PeriodComparisonSection.tsx";
import { DrilldownSection } from "./DrilldownSection.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { Button } from "../../components/ui/Button.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { ChartIcon, DownloadIcon, ShareIcon } from "../../components/ui/icons.ts";
import { Inline } from "../../components/ui/Inline.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InsightsSection.module.css";

/** Loaded by those who set one, as the dialog of an annotation is. */
const TargetSection = lazyComponent(() => import("./TargetSection.tsx"), "TargetSection");
/** Loaded only for the plan with dashboards. */
const OwnMetricsSection = lazyComponent(() => import("../ownMetrics/OwnMetricsSection.tsx"), "OwnMetricsSection");

export interface InsightsSectionProps {
  /** The project whose page contains the view; null: all, or those of the address. */
  own: Pick<Project, "slug" | "name" | "role"> | null;
  hrefOf: (query: Query) => string;
}

/** The series, the views and their drill-down. */
export const InsightsSection = observer(function InsightsSection({ own, hrefOf }: InsightsSectionProps) {
  const slug = own?.slug ?? null;
  const { t } = useTranslation("insights");
  const { hash } = useLocation();
  const { insights } = useServices();
  const { chosen, choice, point, releases, hrefOfChoice, choose, open, showReleases, close } = useInsightsAddress(
    slug,
    hrefOf,
  );
  const [edited, setEdited] = useState<TargetMetric | null>(null);
  const series = useQuery(insightKeys.insightSeries(choice), (signal) => insights.series(choice, signal), {
    isLive: true,
  });
  const { data, isLoading } = series;
  const options = useQuery(
    insightKeys.insightOptions(slug),
    (signal) => insights.options(slug === null ? [] : [slug], signal),
    { isLive: true },
  );
  const annotations = useAnnotations(choice, data?.buckets ?? [], releases);
  const projects =
    own !== null
      ? [own]
      : (options.data?.projects ?? []).filter(
          (one) => chosen.project.length === 0 || chosen.project.includes(one.slug),
        );
  const isOfSeveral = projects.length > 1;
  const project = isOfSeveral ? null : (projects[0] ?? null);
  const { hasDashboards } = useStore().plan;
  // The card of several projects is about those of its page.
  const onlyProject = slug ?? (chosen.project.length === 1 ? (chosen.project[0] ?? null) : null);
  const addingTo = (name: string, card: CardDraft) => <LazyAddToDashboard name={name} card={card} />;
  const comparisonCard = (by: DashboardComparison) => (
    <LazyAddToDashboard
      card={{ kind: "comparison", title: null, by, project: by === "projects" ? null : onlyProject }}
    />
  );
  const save = useCsvDownload("insights", () => insights.csv(choice), {
    saved: (name) => t("exported", { name }),
    failed: (reason) => reason,
  });

  /** Those that the page has for these series, in its order. */
  const parts = (all: readonly InsightSeries[]) => [
    { id: "insights-summary", text: t("summary.title") },
    { id: "insights-overview", text: t("overview") },
    ...INSIGHT_GROUPS.filter((group) => !isNothing(all.filter(({ metric }) => METRICS[metric].group === group))).map(
      (group) => ({ id: `insights-${group}`, text: t(`groups.${group}`) }),
    ),
    { id: "insights-views", text: t("jump.views") },
    ...(hasDashboards && own !== null ? [{ id: "insights-own", text: t("jump.own") }] : []),
  ];

  return (
    <Stack gap={4}>
      <Inline gap={3} align="start" justify="between">
        <InsightFilters
          choice={choice}
          options={options.data}
          isWaiting={options.isLoading}
          hasProjects={slug === null}
          onChange={choose}
        />
        <Inline>
          {hasDashboards && slug !== null && (
            <LinkButton
              icon={<ShareIcon />}
              text={t("sendAsReport")}
              href={hrefTo.reports({ ...choice, project: slug })}
            />
          )}
          <Button
            icon={<DownloadIcon />}
            text={t("export")}
            disabled={data === null}
            loading={save.isPending}
            onClick={() => void save.mutate()}
          />
        </Inline>
      </Inline>
      <AsyncContent
        query={series}
        failed={t("failed")}
        loading={
          <div className={styles.loading}>
            <Skeleton count={1} height="1.625rem" />
            <Skeleton isAnnounced={false} shape="cards" count={6} height="20rem" />
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
            <div aria-busy={isLoading} className={styles.parts}>
              <StickyJumpLinks
                label={t("jump.label")}
                targets={parts(insightsOfChoice.series)}
                addressed={hash.slice(1)}
              />
              <InsightSummary
                findings={insightsOfChoice.findings}
                changes={insightsOfChoice.changes}
                targets={insightsOfChoice.targets}
                span={{ count: insightsOfChoice.buckets.length, granularity: choice.granularity }}
                onOpen={(finding) => open(pointOf(finding))}
              />
              <div id="insights-overview">
                <Overview insights={insightsOfChoice} />
              </div>
              {options.data && (
                <InsightComparisonSection
                  choice={choice}
                  options={options.data}
                  slug={slug}
                  hrefOf={hrefOfChoice}
                  actions={comparisonCard(slug === null ? "projects" : "sources")}
                />
              )}
              <PeriodComparisonSection
                choice={choice}
                insights={insightsOfChoice}
                actions={comparisonCard("periods")}
              />
              <AnnotationsSection
                projects={projects}
                today={dayIn(insightsOfChoice.time_zone, insightsOfChoice.computed_at)}
                annotations={annotations}
                onReleases={showReleases}
              />
              <InsightCards
                insights={insightsOfChoice}
                granularity={choice.granularity}
                annotations={annotations.shown}
                isOfSeveral={isOfSeveral}
                onOpen={open}
                actionsOf={(metric, name) =>
                  addingTo(name, { kind: "metric", title: null, metric, display: "chart", project: onlyProject })
                }
                onEditTarget={project !== null && mayInProject(project.role, "targets.change") ? setEdited : undefined}
              />
              <div id="insights-views">
                <InsightChartsSection
                  choice={choice}
                  leadTimes={insightsOfChoice.series.filter(({ metric }) => metric === "lead_time")}
                  onOpen={open}
                  actionsOf={(card, name) => addingTo(name, { ...card, title: null, project: onlyProject })}
                />
              </div>
              {hasDashboards && own !== null && (
                <div id="insights-own" className={styles.own}>
                  <Suspense fallback={null}>
                    <OwnMetricsSection project={own} choice={choice} />
                  </Suspense>
                </div>
              )}
              <Text as="p" size="small" tone="muted" className={styles.zone}>
                {t("filters.about", { zone: insightsOfChoice.time_zone })}
              </Text>
            </div>
          )
        }
      </AsyncContent>
      {project !== null && edited !== null && (
        <Suspense fallback={null}>
          <TargetSection
            slug={project.slug}
            metric={edited}
            value={data?.targets.find(({ metric }) => metric === edited)?.value ?? null}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      <DrilldownSection choice={choice} point={point} insights={data} onClose={close} />
    </Stack>
  );
});

/** The rows that prove a sentence. */
const pointOf = (finding: InsightFinding): OpenPoint =>
  finding.code === "carried" && finding.work === "reviews"
    ? { kind: "view", view: "reviews", at: [] }
    : { kind: "metric", metric: metricOf(finding), series: null, bucket: null };

function metricOf(finding: InsightFinding): MetricId {
  if (finding.code === "backlog") return "issues_net";
  return finding.code === "carried" ? "commits" : finding.metric;
}

/** Metrics of a group that have values. */
const metricsOf = (group: (typeof INSIGHT_GROUPS)[number], series: readonly InsightSeries[]): MetricId[] =>
  METRIC_IDS.filter(
    (metric) =>
      METRICS[metric].group === group &&
      !isNothing(series.filter((one) => one.metric === metric)) &&
      METRICS[metric].shape !== "states",
  );

function Overview({ insights: { series, changes, targets, notes } }: { insights: Insights }) {
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
