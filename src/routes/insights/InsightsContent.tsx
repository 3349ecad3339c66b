import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import type { DashboardComparison } from "../../../contract/insights/dashboardRules.ts";
import type { InsightOptions, Insights } from "../../../contract/insights/insights.ts";
import { METRICS } from "../../../contract/insights/metrics.ts";
import type { Project } from "../../../contract/projects.ts";
import { InsightSummary } from "../../components/insights/InsightSummary.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { StickyJumpLinks } from "../../components/patterns/StickyJumpLinks.tsx";
import { ChartIcon } from "../../components/ui/icons.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { dayIn } from "../../../contract/insights/annotationPlaces.ts";
import type { CardDraft } from "../../domain/dashboardCards.ts";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { hrefTo } from "../paths.ts";
import { AnnotationsSection } from "./AnnotationsSection.tsx";
import { InsightCards, type InsightCardsProps } from "./InsightCards.tsx";
import { InsightChartsSection } from "./InsightChartsSection.tsx";
import { InsightComparisonSection } from "./InsightComparisonSection.tsx";
import { INSIGHT_GROUPS, isNothing } from "./insightGroups.ts";
import { InsightOverviewSection } from "./InsightOverviewSection.tsx";
import { pointOf } from "./insightsUrl.ts";
import { PeriodComparisonSection } from "./PeriodComparisonSection.tsx";
import type { useAnnotations } from "./useAnnotations.ts";
import type { InsightsAddress } from "./useInsightsAddress.ts";
import styles from "./InsightsContent.module.css";

/** Loaded only for the plan with dashboards. */
const OwnMetricsSection = lazyComponent(() => import("../ownMetrics/OwnMetricsSection.tsx"), "OwnMetricsSection");

export interface InsightsContentProps {
  insights: Insights;
  /** Newer ones are loading. */
  isLoading: boolean;
  /** The project whose page contains the view; null: all, or those of the address. */
  own: Pick<Project, "slug" | "name" | "role"> | null;
  /** The projects that the numbers are about. */
  projects: InsightOptions["projects"];
  address: InsightsAddress;
  /** Null before they are loaded. */
  options: InsightOptions | null;
  annotations: ReturnType<typeof useAnnotations>;
  hasDashboards: boolean;
  onEditTarget: InsightCardsProps["onEditTarget"];
}

/** The parts of the page, of one answer. */
export function InsightsContent(props: InsightsContentProps) {
  const { insights, isLoading, own, projects, address, options, annotations, hasDashboards, onEditTarget } = props;
  const { chosen, choice, open } = address;
  const { t } = useTranslation("insights");
  const { hash } = useLocation();
  const slug = own?.slug ?? null;
  // The card of several projects is about those of its page.
  const project = slug ?? (chosen.project.length === 1 ? (chosen.project[0] ?? null) : null);
  const comparisonCard = (by: DashboardComparison) => (
    <LazyAddToDashboard card={{ kind: "comparison", title: null, by, project: by === "projects" ? null : project }} />
  );
  const addingTo = (name: string, card: CardDraft) => <LazyAddToDashboard name={name} card={card} />;
  if (isNothing(insights.series)) {
    return (
      <EmptyState
        icon={<ChartIcon size={32} />}
        title={t("empty.title")}
        action={<LinkButton text={t("empty.action")} href={hrefTo.projects()} />}
      >
        {t("empty.text")}
      </EmptyState>
    );
  }
  const targets = [
    { id: "insights-summary", text: t("summary.title") },
    { id: "insights-overview", text: t("overview") },
    ...INSIGHT_GROUPS.filter(
      (group) => !isNothing(insights.series.filter(({ metric }) => METRICS[metric].group === group)),
    ).map((group) => ({ id: `insights-${group}`, text: t(`groups.${group}`) })),
    { id: "insights-views", text: t("jump.views") },
    ...(hasDashboards && own !== null ? [{ id: "insights-own", text: t("jump.own") }] : []),
  ];
  return (
    <div aria-busy={isLoading} className={styles.parts}>
      <StickyJumpLinks label={t("jump.label")} targets={targets} addressed={hash.slice(1)} />
      <InsightSummary
        findings={insights.findings}
        changes={insights.changes}
        targets={insights.targets}
        span={{ count: insights.buckets.length, granularity: choice.granularity }}
        onOpen={(finding) => open(pointOf(finding))}
      />
      <div id="insights-overview">
        <InsightOverviewSection insights={insights} />
      </div>
      {options && (
        <InsightComparisonSection
          choice={choice}
          options={options}
          slug={slug}
          hrefOf={address.hrefOfChoice}
          actions={comparisonCard(slug === null ? "projects" : "sources")}
        />
      )}
      <PeriodComparisonSection choice={choice} insights={insights} actions={comparisonCard("periods")} />
      <AnnotationsSection
        projects={projects}
        today={dayIn(insights.time_zone, insights.computed_at)}
        annotations={annotations}
        onReleases={address.showReleases}
      />
      <InsightCards
        insights={insights}
        granularity={choice.granularity}
        annotations={annotations.shown}
        isOfSeveral={projects.length > 1}
        onOpen={open}
        actionsOf={(metric, name) => addingTo(name, { kind: "metric", title: null, metric, display: "chart", project })}
        onEditTarget={onEditTarget}
      />
      <div id="insights-views">
        <InsightChartsSection
          choice={choice}
          leadTimes={insights.series.filter(({ metric }) => metric === "lead_time")}
          onOpen={open}
          actionsOf={(card, name) => addingTo(name, { ...card, title: null, project })}
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
        {t("filters.about", { zone: insights.time_zone })}
      </Text>
    </div>
  );
}
