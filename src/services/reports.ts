import * as endpoints from "virtual:endpoints/dashboards";
import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { Client } from "./client.ts";

/** Reports that are mailed on a schedule, and their archive. */
export const createReportsService = ({ call, send, download }: Client) => ({
  list: (signal?: AbortSignal) => call(endpoints.listReports, { signal }),
  create: (body: BodySent<"createReport">) => call(endpoints.createReport, { body }),
  update: (reportId: string, body: BodySent<"updateReport">) =>
    call(endpoints.updateReport, { params: { reportId }, body }),
  remove: (reportId: string) => send(endpoints.deleteReport, { params: { reportId } }),
  leave: (reportId: string) => send(endpoints.leaveReport, { params: { reportId }, body: {} }),
  /** Makes it for the caller now. */
  order: (reportId: string) => call(endpoints.sendReport, { params: { reportId }, body: {} }),
  /** What the caller was sent, the newest first. */
  runs: (reportId: string, signal?: AbortSignal) => call(endpoints.listReportRuns, { params: { reportId }, signal }),
  file: (reportId: string, runId: string, query: QuerySent<"readReportRun">) =>
    download(endpoints.readReportRun, { params: { reportId, runId }, query }),
});
export type ReportsService = ReturnType<typeof createReportsService>;
