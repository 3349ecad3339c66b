import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { actorOf } from "../../access/auditLog.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import {
  addReport,
  changeReport,
  leaveReport,
  orderReport,
  readReports,
  readRun,
  readReportRuns,
  removeReport,
  type ReportDeps,
} from "./service.ts";

/** Each is a report that is computed, or a page that is printed, one at a time for all users. */
const SEND_LIMITS: Limits = {
  name: "report-send",
  windowMs: HOUR_MS,
  perAddress: null,
  perAccount: 60,
  refusal: message("limit.requests"),
};
const PRINT_LIMITS: Limits = { ...SEND_LIMITS, name: "report-print", windowMs: 5 * MINUTE_MS, perAccount: 20 };

/** @param wake makes what waits, after the answer */
export function mountReports(mount: RouteRegistrar, deps: ReportDeps, wake: () => void): void {
  const { db } = deps;
  const sends = new RateLimiter(db, SEND_LIMITS);
  const prints = new RateLimiter(db, PRINT_LIMITS);
  mount("listReports", ({ user }) => readReports(deps, user));
  mount("createReport", ({ user, body, address }) => addReport(deps, user, body, actorOf(user, address)));
  mount("updateReport", ({ user, params, body, address }) =>
    changeReport(deps, user, { id: params.reportId, body, by: actorOf(user, address) }),
  );
  mount("deleteReport", ({ user, params, address }) => removeReport(db, user, params.reportId, actorOf(user, address)));
  mount("leaveReport", ({ user, params }) => leaveReport(db, user, params.reportId, deps.now()));
  mount("sendReport", async ({ user, params }) => {
    await sends.take("", user.id);
    const run = await orderReport(deps, user, params.reportId);
    wake();
    return run;
  });
  mount("listReportRuns", ({ user, params }) => readReportRuns(db, user, params.reportId));
  mount("readReportRun", async ({ user, params: { reportId, runId }, query: { format }, signal }) => {
    if (format === "pdf" || format === "png") await prints.take("", user.id);
    return readRun(deps, user, { reportId, runId, format }, signal);
  });
}
