import type { Insights } from "../../../contract/insights/insights.ts";
import { METRICS } from "../../../contract/insights/metrics.ts";
import type { InsightChoice } from "../../components/insights/InsightFilters.tsx";
import { DrilldownDrawer } from "../../components/insights/DrilldownDrawer.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { insightKeys } from "../../queries/insightKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useMoreState } from "../lists/useMoreState.ts";
import type { OpenPoint } from "./insightsUrl.ts";
import { hrefOfPerson, hrefOfRow } from "./rowAddresses.ts";
import { useInsightFormats } from "../../components/insights/useInsightFormats.ts";

export interface DrilldownSectionProps {
  choice: InsightChoice;
  /** Null: nothing is open. */
  point: OpenPoint | null;
  insights: Insights | null;
  onClose: () => void;
}

/** The drill-down of the point in the address. */
export function DrilldownSection({ choice, point, insights, onClose }: DrilldownSectionProps) {
  const { t } = useTranslation("insights");
  const services = useServices();
  const formatError = useErrorMessage();
  const { formats, bucket, viewTitle } = useInsightFormats();
  const isLeadTime = point?.kind === "view" && point.view === "lead_time";
  const metric = point?.kind === "metric" ? point.metric : null;
  const ask = async (cursor: string | null, signal: AbortSignal) => {
    if (point === null) throw new Error("Nothing is open.");
    return point.kind === "view"
      ? await services.insights.viewRows(choice, point, cursor, signal)
      : await services.insights.rows(choice, point, cursor, signal);
  };
  const list = usePagedQuery(point && insightKeys.insightRows(choice, point), ask);
  const { first, rows, error, refetch } = list;
  const more = useMoreState(list);
  const titleOf = (): string | null => {
    if (point?.kind === "view") return viewTitle(point.view, point.at);
    if (metric === null) return null;
    const opened = insights?.buckets.find(({ start }) => start === point?.bucket);
    return t("rows.title", {
      metric: t(`metrics.${metric}.name`),
      bucket: opened ? bucket(opened, choice.granularity).name : t("rows.whole"),
    });
  };
  return (
    <DrilldownDrawer
      title={titleOf()}
      rows={first === null ? null : rows}
      count={first?.count ?? 0}
      failure={first === null && error ? formatError(error) : null}
      formatValue={formats[metric !== null ? METRICS[metric].unit : isLeadTime ? "hours" : "count"].full}
      hrefOf={hrefOfRow}
      personHref={hrefOfPerson}
      more={more}
      onRetry={refetch}
      onClose={onClose}
    />
  );
}
