import type { InsightSeries } from "../../../contract/insights.ts";
import { Heatmap } from "../../components/charts/Heatmap.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { SectionErrorBoundary } from "../SectionErrorBoundary.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { Coupling, Hotspots, Knowledge } from "./CodeCharts.tsx";
import type { OpenPoint } from "./insightsUrl.ts";
import { Control, LeadTimes } from "./IssueCharts.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";
import { Text } from "../../components/ui/Text.tsx";
import styles from "./InsightsSection.module.css";

export interface InsightChartsSectionProps {
  choice: InsightChoice;
  leadTimes: readonly InsightSeries[];
  onOpen: (point: OpenPoint) => void;
}

/** Views that are not series: hotspots, coupling, knowledge, hours of activity, lead times. Loads and fails independently. */
export function InsightChartsSection({ choice, leadTimes, onOpen }: InsightChartsSectionProps) {
  const { t } = useTranslation("insights");
  const { insights } = useServices();
  const { note } = useInsightFormats();
  const query = useQuery(queryKeys.insightViews(choice), (signal) => insights.views(choice, signal), { isLive: true });
  const openHour = (view: "commits_at" | "issues_at") => (day: number, hour: number) =>
    onOpen({ kind: "view", view, at: [String(day + 1), String(hour)] });
  return (
    <AsyncContent query={query} failed={t("viewsFailed")} loading={<Skeleton shape="cards" count={4} height="16rem" />}>
      {(data) => (
        <div className={`${styles.views} ${styles.cards}`}>
          <SectionErrorBoundary resetKey={data}>
            <Control views={data} leadTimes={leadTimes} />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <LeadTimes views={data} onOpen={onOpen} />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <Hotspots views={data} onOpen={onOpen} />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <Knowledge views={data} onOpen={onOpen} />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <Coupling views={data} onOpen={onOpen} />
          </SectionErrorBoundary>
          <SectionErrorBoundary resetKey={data}>
            <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-activity">
              <h3 id="insights-activity">{t("views.activity")}</h3>
              <Text as="p" size="small" tone="muted" className={styles.text}>
                {t("views.activityCommits")}
              </Text>
              <Heatmap
                label={t("views.activityCommits")}
                counts={data.activity.commits}
                onOpen={openHour("commits_at")}
              />
              <Text as="p" size="small" tone="muted" className={styles.text}>
                {t("views.activityIssues")}
              </Text>
              <Heatmap label={t("views.activityIssues")} counts={data.activity.issues} onOpen={openHour("issues_at")} />
            </section>
          </SectionErrorBoundary>
          {data.notes.map((one) => (
            <Text key={one.code} as="p" size="small" tone="muted" className={`${styles.text} ${styles.wide}`}>
              {note(one)}
            </Text>
          ))}
        </div>
      )}
    </AsyncContent>
  );
}
