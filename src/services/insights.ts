import * as endpoints from "virtual:endpoints/insights";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Insights } from "../../contract/insights/insights.ts";
import type { TargetMetric } from "../../contract/insights/targetMetrics.ts";
import type { Client } from "./client.ts";
import { err, ok, type Result } from "./result.ts";

type Query = QuerySent<"getInsights">;
/** A point of a series; without a bucket, the first day of which names it, the whole period. */
type Point = Pick<QuerySent<"insightRows">, "metric" | "series" | "bucket">;
/** A cell of a view. */
type Cell = Pick<QuerySent<"insightViewRows">, "view" | "at">;

/** Metrics of the work, and their drill-down. */
export const createInsightsService = ({ call, send }: Client) => ({
  series: (query: Query, signal?: AbortSignal) => call(endpoints.getInsights, { query, signal }),
  /** One answer for each query, in their order; the first failure is that of all. */
  seriesOfEach: async (queries: readonly Query[], signal?: AbortSignal): Promise<Result<readonly Insights[]>> => {
    const answers = await Promise.all(queries.map((query) => call(endpoints.getInsights, { query, signal })));
    const failed = answers.find(({ success }) => !success);
    return failed?.error ? err(failed.error) : ok(answers.flatMap(({ data }) => (data === null ? [] : [data])));
  },
  views: (query: Query, signal?: AbortSignal) => call(endpoints.insightViews, { query, signal }),
  options: (project: readonly string[], signal?: AbortSignal) =>
    call(endpoints.insightOptions, { query: { project }, signal }),
  rows: (query: Query, point: Point, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.insightRows, {
      query: { ...query, metric: point.metric, series: point.series, bucket: point.bucket, cursor },
      signal,
    }),
  viewRows: (query: Query, cell: Cell, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.insightViewRows, { query: { ...query, view: cell.view, at: cell.at, cursor }, signal }),
  annotations: (query: QuerySent<"listAnnotations">, signal?: AbortSignal) =>
    call(endpoints.listAnnotations, { query, signal }),
  addAnnotation: (slug: string, body: BodySent<"createAnnotation">) =>
    call(endpoints.createAnnotation, { params: { id: slug }, body }),
  changeAnnotation: (slug: string, annotationId: string, body: BodySent<"updateAnnotation">) =>
    call(endpoints.updateAnnotation, { params: { id: slug, annotationId }, body }),
  deleteAnnotation: (slug: string, annotationId: string) =>
    send(endpoints.deleteAnnotation, { params: { id: slug, annotationId } }),
  setTarget: (slug: string, body: BodySent<"setInsightTarget">) =>
    send(endpoints.setInsightTarget, { params: { id: slug }, body }),
  removeTarget: (slug: string, metric: TargetMetric) =>
    send(endpoints.removeInsightTarget, { params: { id: slug, metric } }),
  csv: (query: Query, signal?: AbortSignal) => call(endpoints.exportInsights, { query, signal }),
});
export type InsightsService = ReturnType<typeof createInsightsService>;
