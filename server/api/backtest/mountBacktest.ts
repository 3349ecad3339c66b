import type { Selectable } from "kysely";
import { type Backtest, BacktestResult } from "../../../contract/backtest.ts";
import { projectFor } from "../../access/policy.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import type { BacktestsTable } from "../../db/tables.ts";
import { Conflict } from "../../errors.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { RUN_BACKTEST, type RunBacktestJob } from "../../jobs/jobNames.ts";
import type { RouteRegistrar } from "../router.ts";

const MAX_RUNS = 10;

/** Backtests of the engines over the project's history: every member reads them, Owners and Maintainers start one. */
export function mountBacktest(mount: RouteRegistrar, { db, queue }: { readonly db: Db; readonly queue: Queue }): void {
  const read = (projectId: string) =>
    db
      .selectFrom("backtests")
      .leftJoin("users", "users.id", "backtests.started_by")
      .selectAll("backtests")
      .select("users.name")
      .where("backtests.project_id", "=", projectId)
      .orderBy("backtests.created_at", "desc")
      .limit(MAX_RUNS)
      .execute();

  mount("listBacktests", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const rows = await read(project.id);
    const newest = rows.find(({ state }) => state === "done");
    return rows.map((row) => present(row, row === newest));
  });

  mount("startBacktest", async ({ user, params }) => {
    const project = await projectFor(db, user, params.id, "backtest.start");
    const id = newId();
    const added = await db
      .insertInto("backtests")
      .values({ id, project_id: project.id, started_by: user.id, state: "queued" })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) === 0) {
      throw new Conflict("A backtest of this project is running already.");
    }
    await queue.send(RUN_BACKTEST, { backtestId: id } satisfies RunBacktestJob, { singletonKey: id });
    const row = (await read(project.id)).find((one) => one.id === id);
    if (!row) throw new Error("The backtest was not stored.");
    return present(row, true);
  });
}

/** The cases one by one only of the newest finished run: they are what makes it long. */
function present(row: Selectable<BacktestsTable> & { readonly name: string | null }, hasRows: boolean): Backtest {
  const result = row.result === null ? null : BacktestResult.parse(row.result);
  return {
    id: row.id,
    state: row.state,
    started_by: row.name,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    done: row.done,
    total: row.total,
    error: row.error,
    result: result && !hasRows ? { ...result, rows: [] } : result,
  };
}
