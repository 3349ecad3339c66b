import { projectFor } from "../../access/policy.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { issuesOf, presentBacktest } from "./present.ts";
import { type BacktestDeps, recentBacktests, startBacktest } from "./service.ts";

/** Backtests of the engines over the project's history: every member reads them, Owners and Maintainers start one. */
export function mountBacktest(mount: RouteRegistrar, deps: BacktestDeps): void {
  mount("listBacktests", async ({ user, params }) => {
    const project = await projectFor(deps.db, user, params.id, "project.read");
    const rows = await recentBacktests(deps.db, project.id);
    const newest = rows.find(({ state }) => state === "done");
    const shared = await listIssuesWithSharedKey(deps.db, newest ? issuesOf(newest) : []);
    return rows.map((row) => presentBacktest(row, row === newest, user.language, shared));
  });

  mount("startBacktest", async ({ user, params }) => {
    const project = await projectFor(deps.db, user, params.id, "backtest.start");
    return presentBacktest(await startBacktest(deps, project.id, user.id), true, user.language);
  });
}
