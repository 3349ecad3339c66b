import { actorOf } from "../../access/auditLog.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import {
  addReport,
  changeReport,
  leaveReport,
  orderReport,
  readReports,
  readRun,
  readRuns,
  removeReport,
  type ReportDeps,
} from "./service.ts";

/** @param wake makes what waits, after the answer */
export function mountReports(mount: RouteRegistrar, deps: ReportDeps, wake: () => void): void {
  const { db } = deps;
  mount("listReports", ({ user }) => readReports(deps, user));
  mount("createReport", ({ user, body, address }) => addReport(deps, user, body, actorOf(user, address)));
  mount("updateReport", ({ user, params, body, address }) =>
    changeReport(deps, user, { id: params.reportId, body, by: actorOf(user, address) }),
  );
  mount("deleteReport", ({ user, params, address }) => removeReport(db, user, params.reportId, actorOf(user, address)));
  mount("leaveReport", ({ user, params }) => leaveReport(db, user, params.reportId, deps.now()));
  mount("sendReport", async ({ user, params }) => {
    const run = await orderReport(deps, user, params.reportId);
    wake();
    return run;
  });
  mount("listReportRuns", ({ user, params }) => readRuns(db, user, params.reportId));
  mount("readReportRun", ({ user, params, query }) =>
    readRun(deps, user, { reportId: params.reportId, runId: params.runId, format: query.format }),
  );
}
