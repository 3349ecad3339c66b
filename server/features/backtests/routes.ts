import { type Backtest, BacktestResult } from "../../../contract/backtest.ts";
import { projectFor } from "../../access/policy.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { type BacktestRow, insertBacktest, listBacktests } from "../../db/tables/backtests.ts";
import { Conflict } from "../../errors.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { RUN_BACKTEST, type RunBacktestJob } from "../../jobs/jobNames.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { type Language, formatStored, message } from "../../messages/messages.ts";

const MAX_RUNS = 10;

/** Backtests of the engines over the project's history: every member reads them, Owners and Maintainers start one. */
export function mountBacktest(mount: RouteRegistrar, { db, queue }: { readonly db: Db; readonly queue: Queue }): void {
  mount("listBacktests", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const rows = await listBacktests(db, project.id, MAX_RUNS);
    const newest = rows.find(({ state }) => state === "done");
    return rows.map((row) => present(row, row === newest, user.language));
  });

  mount("startBacktest", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "backtest.start");
    const id = newId();
    if (!(await insertBacktest(db, { id, project_id: project.id, started_by: user.id, state: "queued" }))) {
      throw new Conflict(message("backtest.running"));
    }
    await queue.send(RUN_BACKTEST, { backtestId: id } satisfies RunBacktestJob, { singletonKey: id });
    const row = (await listBacktests(db, project.id, MAX_RUNS)).find((one) => one.id === id);
    if (!row) throw new Error("The backtest was not stored.");
    return present(row, true, user.language);
  });
}

/** The cases one by one only of the newest finished run: they are what makes it long. */
function present(row: BacktestRow, hasRows: boolean, language: Language): Backtest {
  const result = row.result === null ? null : BacktestResult.parse(row.result);
  return {
    id: row.id,
    state: row.state,
    started_by: row.name,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    done: row.done,
    total: row.total,
    error: row.error === null ? null : formatStored(row.error, language),
    result: result && !hasRows ? { ...result, rows: [] } : result,
  };
}
