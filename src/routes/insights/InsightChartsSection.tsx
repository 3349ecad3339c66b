import type { ReactNode } from "react";
import type { DashboardChart, DashboardMap } from "../../../contract/insights/dashboardRules.ts";
import type { InsightSeries } from "../../../contract/insights/insights.ts";
import type { InsightView } from "../../../contract/insights/metrics.ts";
import { ControlChartCard } from "../../components/insights/ControlChartCard.tsx";
import { CouplingCard } from "../../components/insights/CouplingCard.tsx";
import { HotspotsCard } from "../../components/insights/HotspotsCard.tsx";
import { HoursFigure } from "../../components/insights/HoursFigure.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { InsightCardGrid } from "../../components/insights/InsightCardGrid.tsx";
import { InsightViewCard } from "../../components/insights/InsightViewCard.tsx";
import { KnowledgeCard } from "../../components/insights/KnowledgeCard.tsx";
import { LeadTimesCard } from "../../components/insights/LeadTimesCard.tsx";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { hrefTo } from "../paths.ts";
import { insightKeys } from "../../queries/insightKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import { Text } from "../../components/ui/Text.tsx";

type ViewCard = { readonly kind: "map"; readonly map: DashboardMap } | { readonly kind: DashboardChart };

export interface InsightChartsSectionProps {
  choice: InsightChoice;
  leadTimes: readonly InsightSeries[];
  onOpen: (point: OpenPoint) => void;
  /** Next to the title of a view, which has this name, for the card of a dashboard that shows it. */
  actionsOf: (card: ViewCard, name: string) => ReactNode;
}

const fileHref = ({ project, ...file }: { project: string; repository: string; path: string }): string =>
  hrefTo.code(project, file);

/** Views that are not series: hotspots, coupling, knowledge, hours of activity, lead times. Loads and fails independently. */
export function InsightChartsSection({ choice, leadTimes, onOpen, actionsOf }: InsightChartsSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const { note } = useInsightFormats();
  const query = useQuery(insightKeys.insightViews(choice), (signal) => insights.views(choice, signal), {
    isLive: true,
  });
  const open = (view: InsightView, ...at: readonly string[]) => onOpen({ kind: "view", view, at });
  return (
    <AsyncContent query={query} failed={t("viewsFailed")} loading={<Skeleton shape="cards" count={4} height="16rem" />}>
      {(data) => (
        <InsightCardGrid>
          <SectionErrorBoundary resetKey={data}>
            <ControlChartCard
              control={data.control}
              leadTimes={leadTimes}
              hrefOf={({ project, address }) => hrefTo.issue(project, address)}
              actions={actionsOf({ kind: "control" }, t("views.control"))}
            />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <LeadTimesCard
              leadTimes={data.lead_times}
              onOpen={(from) => open("lead_time", String(from))}
              actions={actionsOf({ kind: "lead_times" }, t("views.leadTimes"))}
            />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <HotspotsCard
              hotspots={data.hotspots}
              fileHref={fileHref}
              onOpen={({ repository, path }) => open("hotspot", repository, path)}
              actions={actionsOf({ kind: "map", map: "hotspots" }, t("views.hotspots"))}
            />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <KnowledgeCard
              knowledge={data.knowledge}
              truckFactor={data.truck_factor}
              personHref={hrefTo.person}
              mapHref={({ project }) => hrefTo.projectTab(project, "experts", { view: "map" })}
              onOpen={({ repository, path }) => open("folder", repository, path)}
              actions={actionsOf({ kind: "map", map: "knowledge" }, t("views.knowledge"))}
            />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <CouplingCard
              coupling={data.coupling}
              fileHref={fileHref}
              onOpen={({ repository, a, b }) => open("coupling", repository, a, b)}
              actions={actionsOf({ kind: "coupling" }, t("views.coupling"))}
            />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <InsightViewCard title={t("views.activity")} actions={actionsOf({ kind: "hours" }, t("views.activity"))}>
              <HoursFigure
                activity={data.activity}
                onOpen={(of, day, hour) => open(`${of}_at`, String(day + 1), String(hour))}
              />
            </InsightViewCard>
          </SectionErrorBoundary>
          {data.notes.map((one) => (
            <Text key={one.code} as="p" size="small" tone="muted">
              {note(one)}
            </Text>
          ))}
        </InsightCardGrid>
      )}
    </AsyncContent>
  );
}
