import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { InsightRowPage } from "./insights.ts";
import {
  NewOwnMetricBody,
  OwnMetric,
  OwnMetricFile,
  OwnMetricPreviewBody,
  OwnMetricRowsQuery,
  OwnMetricsQuery,
  OwnMetricUpdate,
  OwnMetricValues,
  OwnMetricValuesQuery,
} from "./ownMetrics.ts";

// A table: one call, one row.
/** Calls of own metrics. */
// prettier-ignore
export const OWN_METRIC_ENDPOINTS = {
  listOwnMetrics: { method: "GET", path: "own-metrics/", auth: "user", query: OwnMetricsQuery, status: 200, response: z.array(OwnMetric), runs: "main", agents: false, expired: false, confirm: false },
  createOwnMetric: { method: "POST", path: "own-metrics/", auth: "user", body: NewOwnMetricBody, status: 201, response: OwnMetric, runs: "main", agents: false, expired: false, confirm: false },
  importOwnMetric: { method: "POST", path: "own-metrics/import/", auth: "user", body: OwnMetricFile, status: 201, response: OwnMetric, runs: "main", agents: false, expired: false, confirm: false },
  previewOwnMetric: { method: "POST", path: "own-metrics/preview/", auth: "user", body: OwnMetricPreviewBody, status: 200, response: OwnMetricValues, runs: "engine", agents: false, expired: false, confirm: false },
  updateOwnMetric: { method: "PUT", path: "own-metrics/:metricId/", auth: "user", body: OwnMetricUpdate, status: 200, response: OwnMetric, runs: "main", agents: false, expired: false, confirm: false },
  deleteOwnMetric: { method: "DELETE", path: "own-metrics/:metricId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  ownMetricValues: { method: "GET", path: "own-metrics/:metricId/values/", auth: "user", query: OwnMetricValuesQuery, status: 200, response: OwnMetricValues, runs: "engine", agents: false, expired: false, confirm: false },
  ownMetricRows: { method: "GET", path: "own-metrics/:metricId/rows/", auth: "user", query: OwnMetricRowsQuery, status: 200, response: InsightRowPage, runs: "engine", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
