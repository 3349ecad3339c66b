import type { InsightSeries } from "../../../contract/insights.ts";
import { Heatmap } from "../../components/charts/Heatmap.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useServices } from "../appContext.tsx";
import { Panel } from "../Panel.tsx";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";
import { Coupling, Hotspots, Knowledge } from "./CodeViews.tsx";
import type { OpenPoint } from "./insightsUrl.ts";
import { Control, LeadTimes } from "./IssueViews.tsx";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./InsightsView.module.css";

export interface InsightViewsPartProps {
  choice: InsightChoice;
  version: string;
  leadTimes: readonly InsightSeries[];
  onOpen: (point: OpenPoint) => void;
}

/** Views that are not series: hotspots, coupling, knowledge, hours of activity, lead times. Loads and fails independently. */
export function InsightViewsPart({ choice, version, leadTimes, onOpen }: InsightViewsPartProps) {
  const { t } = useWords("insights");
  const { insights } = useServices();
  const wordFailure = useFailureText();
  const { note } = useInsightFormats();
  const { answer, failure, isLoading, retry } = useAnswer(JSON.stringify([choice, version]), (signal) =>
    insights.views(choice, signal),
  );
  if (failure) {
    return (
      <ErrorState title={t("viewsFailed")} failure={wordFailure(failure)} isRetrying={isLoading} onRetry={retry} />
    );
  }
  if (answer === null) return <Skeleton shape="cards" count={4} height="16rem" />;
  const openHour = (view: "commits_at" | "issues_at") => (day: number, hour: number) =>
    onOpen({ kind: "view", view, at: [String(day + 1), String(hour)] });
  return (
    <div className={`${styles.views} ${styles.cards}`}>
      <Panel resetKey={answer}>
        <Control views={answer} leadTimes={leadTimes} />
      </Panel>
      <Panel resetKey={answer}>
        <LeadTimes views={answer} onOpen={onOpen} />
      </Panel>
      <Panel resetKey={answer}>
        <Hotspots views={answer} onOpen={onOpen} />
      </Panel>
      <Panel resetKey={answer}>
        <Knowledge views={answer} onOpen={onOpen} />
      </Panel>
      <Panel resetKey={answer}>
        <Coupling views={answer} onOpen={onOpen} />
      </Panel>
      <Panel resetKey={answer}>
        <section className={`${styles.card} ${styles.wide}`} aria-labelledby="insights-activity">
          <h3 id="insights-activity">{t("views.activity")}</h3>
          <p className={styles.text}>{t("views.activityCommits")}</p>
          <Heatmap
            label={t("views.activityCommits")}
            counts={answer.activity.commits}
            onOpen={openHour("commits_at")}
          />
          <p className={styles.text}>{t("views.activityIssues")}</p>
          <Heatmap label={t("views.activityIssues")} counts={answer.activity.issues} onOpen={openHour("issues_at")} />
        </section>
      </Panel>
      {answer.notes.map((one) => (
        <p key={one.code} className={`${styles.text} ${styles.wide}`}>
          {note(one)}
        </p>
      ))}
    </div>
  );
}
