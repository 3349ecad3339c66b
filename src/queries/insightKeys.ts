import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import { INSIGHTS, USER, allOf, keyOf, type QueryKey } from "./queryKey.ts";

/** The keys of Insights, reports and own metrics; apart from the others, which each screen loads. */
export const insightKeys = {
  /** @param newest the last run as the list of reports has it */
  reportRuns: (reportId: string, newest: string | null) => keyOf(USER, "listReportRuns", { reportId }, newest),
  /** All of Insights. */
  insights: () => INSIGHTS,
  /** Cards of all projects of the reader: as in Insights, a sync of any of them repeats the query. */
  dashboardCards: (body: BodySent<"dashboardCards">) => keyOf(INSIGHTS, "dashboardCards", body),
  /** Definitions, of all projects; the values change with each sync, as all of Insights. */
  allOwnMetrics: () => allOf(USER, "listOwnMetrics"),
  ownMetrics: (slug: string | null) => keyOf(USER, "listOwnMetrics", slug === null ? {} : { project: slug }),
  ownMetricPreview: (body: BodySent<"previewOwnMetric">) => keyOf(INSIGHTS, "previewOwnMetric", body),
  ownMetricValues: (metricId: string, query: QuerySent<"ownMetricValues">) =>
    keyOf(INSIGHTS, "ownMetricValues", { metricId, ...query }),
  ownMetricRows: (metricId: string, query: QuerySent<"ownMetricRows">) =>
    keyOf(INSIGHTS, "ownMetricRows", { metricId, ...query }),
  allAnnotations: () => allOf(INSIGHTS, "listAnnotations"),
  annotations: (query: QuerySent<"listAnnotations">) => keyOf(INSIGHTS, "listAnnotations", query),
  insightSeries: (choice: QuerySent<"getInsights">) => keyOf(INSIGHTS, "getInsights", choice),
  insightComparison: (choices: readonly QuerySent<"getInsights">[]) =>
    [...allOf(INSIGHTS, "getInsights"), choices] as readonly unknown[] as QueryKey,
  insightOptions: (slug: string | null) => keyOf(INSIGHTS, "insightOptions", { project: slug === null ? [] : [slug] }),
  insightViews: (choice: QuerySent<"insightViews">) => keyOf(INSIGHTS, "insightViews", choice),
  /** @param point what is opened: a value of a metric, or a cell of a view */
  insightRows: (choice: QuerySent<"getInsights">, point: object) =>
    [...INSIGHTS, "insightRows", choice, point] as readonly unknown[] as QueryKey,
} as const;
