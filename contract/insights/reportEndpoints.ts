import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { ArchiveQuery, Report, ReportBody, ReportRun, ReportRuns, Reports } from "./reports.ts";

// A table: one call, one row.
/** Calls of reports. */
// prettier-ignore
export const REPORT_ENDPOINTS = {
  listReports: { method: "GET", path: "reports/", auth: "user", status: 200, response: Reports, runs: "main", agents: false, expired: false, confirm: false },
  createReport: { method: "POST", path: "reports/", auth: "user", body: ReportBody, status: 201, response: Report, runs: "main", agents: false, expired: false, confirm: false },
  updateReport: { method: "PUT", path: "reports/:reportId/", auth: "user", body: ReportBody, status: 200, response: Report, runs: "main", agents: false, expired: false, confirm: false },
  deleteReport: { method: "DELETE", path: "reports/:reportId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  leaveReport: { method: "POST", path: "reports/:reportId/leave/", auth: "user", body: z.object({}), status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  sendReport: { method: "POST", path: "reports/:reportId/send/", auth: "user", body: z.object({}), status: 200, response: ReportRun, runs: "main", agents: false, expired: false, confirm: false },
  listReportRuns: { method: "GET", path: "reports/:reportId/runs/", auth: "user", status: 200, response: ReportRuns, runs: "main", agents: false, expired: false, confirm: false },
  readReportRun: { method: "GET", path: "reports/:reportId/runs/:runId/", auth: "user", query: ArchiveQuery, status: 200, response: null, type: "application/octet-stream", runs: "main", agents: false, expired: false, confirm: false },
} as const satisfies Record<string, Endpoint>;
