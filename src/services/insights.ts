import type { InsightOptions, InsightRow, Insights, InsightViews } from "../../contract/insights.ts";
import type { Page } from "../../contract/fieldSchemas.ts";
import { validate } from "./responseGuard.ts";
import * as shapes from "./guards/insights.ts";
import type { Http } from "./http.ts";
import type { Result } from "./result.ts";

/** Query of the Insights requests; arrays become repeated keys. */
export interface InsightsQuery {
  readonly period: string;
  readonly granularity: string;
  readonly project: readonly string[];
  readonly repository: readonly string[];
  readonly tracker: readonly string[];
  readonly person: readonly string[];
  readonly label: readonly string[];
  readonly type: readonly string[];
}
export interface InsightPoint {
  readonly metric: string;
  readonly series?: string | undefined;
  /** First day of a bucket; omitted: the whole period. */
  readonly bucket?: string | undefined;
}

/** Metrics of the work, and their drill-down. */
export const createInsightsService = (http: Http) => ({
  series: (asked: InsightsQuery, signal?: AbortSignal) =>
    validate(shapes.insights, http<Insights>("GET", "insights", { query: { ...asked }, signal })),
  views: (asked: InsightsQuery, signal?: AbortSignal) =>
    validate(shapes.insightViews, http<InsightViews>("GET", "insights/views", { query: { ...asked }, signal })),
  options: (project: readonly string[], signal?: AbortSignal) =>
    validate(shapes.insightOptions, http<InsightOptions>("GET", "insights/options", { query: { project }, signal })),
  rows: (
    asked: InsightsQuery,
    point: InsightPoint,
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<Result<Page<InsightRow>>> =>
    validate(
      shapes.insightRows,
      http<Page<InsightRow>>("GET", "insights/rows", { query: { ...asked, ...point, cursor }, signal }),
    ),
  /** Drill-down of a cell of a view. */
  viewRows: (
    asked: InsightsQuery,
    place: { readonly view: string; readonly at: readonly string[] },
    cursor: string | null,
    signal?: AbortSignal,
  ): Promise<Result<Page<InsightRow>>> =>
    validate(
      shapes.insightRows,
      http<Page<InsightRow>>("GET", "insights/views/rows", { query: { ...asked, ...place, cursor }, signal }),
    ),
  csv: (asked: InsightsQuery, signal?: AbortSignal) =>
    http<string>("GET", "insights/export", { query: { ...asked }, signal }),
});
export type InsightsService = ReturnType<typeof createInsightsService>;
