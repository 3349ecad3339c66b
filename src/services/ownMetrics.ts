import * as endpoints from "virtual:endpoints/dashboards";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

type ValuesQuery = QuerySent<"ownMetricValues">;
type Point = Pick<QuerySent<"ownMetricRows">, "bucket" | "group">;

/** Own metrics, their values and the rows behind them. */
export const createOwnMetricsService = ({ call, send }: Client) => ({
  /** Lists the metrics of the company and of this project; null: of all projects. */
  list: (project: string | null, signal?: AbortSignal) =>
    call(endpoints.listOwnMetrics, { query: project === null ? {} : { project }, signal }),
  create: (body: BodySent<"createOwnMetric">) => call(endpoints.createOwnMetric, { body }),
  /** @param file the text of an exported file, parsed */
  importFile: (file: BodySent<"importOwnMetric">) => call(endpoints.importOwnMetric, { body: file }),
  update: (metricId: string, body: BodySent<"updateOwnMetric">) =>
    call(endpoints.updateOwnMetric, { params: { metricId }, body }),
  remove: (metricId: string) => send(endpoints.deleteOwnMetric, { params: { metricId } }),
  preview: (body: BodySent<"previewOwnMetric">, signal?: AbortSignal) =>
    call(endpoints.previewOwnMetric, { body, signal }),
  values: (metricId: string, query: ValuesQuery, signal?: AbortSignal) =>
    call(endpoints.ownMetricValues, { params: { metricId }, query, signal }),
  rows: (metricId: string, query: ValuesQuery, point: Point, cursor: string | null, signal?: AbortSignal) =>
    call(endpoints.ownMetricRows, { params: { metricId }, query: { ...query, ...point, cursor }, signal }),
});
export type OwnMetricsService = ReturnType<typeof createOwnMetricsService>;
