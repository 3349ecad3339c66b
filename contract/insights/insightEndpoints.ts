import { z } from "zod";
import { Annotation, AnnotationBody, AnnotationsQuery } from "./annotations.ts";
import type { Endpoint } from "../endpoint.ts";
import {
  InsightOptions,
  InsightOptionsQuery,
  InsightRowPage,
  InsightRowsQuery,
  InsightSeriesQuery,
  Insights,
  InsightsQuery,
  InsightTargetBody,
  InsightViewRowsQuery,
  InsightViews,
} from "./insights.ts";

// A table: one call, one row.
/** Calls of Insights. */
// prettier-ignore
export const INSIGHT_ENDPOINTS = {
  getInsights: { method: "GET", path: "insights/", auth: "user", query: InsightSeriesQuery, status: 200, response: Insights, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  insightOptions: { method: "GET", path: "insights/options/", auth: "user", query: InsightOptionsQuery, status: 200, response: InsightOptions, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  insightRows: { method: "GET", path: "insights/rows/", auth: "user", query: InsightRowsQuery, status: 200, response: InsightRowPage, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  insightViewRows: { method: "GET", path: "insights/views/rows/", auth: "user", query: InsightViewRowsQuery, status: 200, response: InsightRowPage, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  insightViews: { method: "GET", path: "insights/views/", auth: "user", query: InsightsQuery, status: 200, response: InsightViews, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  listAnnotations: { method: "GET", path: "insights/annotations/", auth: "user", query: AnnotationsQuery, status: 200, response: z.array(Annotation), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createAnnotation: { method: "POST", path: "projects/:id/annotations/", auth: "user", body: AnnotationBody, status: 201, response: Annotation, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  updateAnnotation: { method: "PUT", path: "projects/:id/annotations/:annotationId/", auth: "user", body: AnnotationBody, status: 200, response: Annotation, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  deleteAnnotation: { method: "DELETE", path: "projects/:id/annotations/:annotationId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  setInsightTarget: { method: "PUT", path: "projects/:id/insight-targets/", auth: "user", body: InsightTargetBody, status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  removeInsightTarget: { method: "DELETE", path: "projects/:id/insight-targets/:metric/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  exportInsights: { method: "GET", path: "insights/export/", auth: "user", query: InsightsQuery, status: 200, response: null, type: "text/csv", runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
