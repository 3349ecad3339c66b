import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { type BacktestRow, insertBacktest, listBacktests } from "../../db/tables/insights/backtests.ts";
import { Conflict } from "../../errors.ts";
import type { Queue } from "../../jobs/Queue.ts";
import { RUN_BACKTEST, type RunBacktestJob } from "../../jobs/jobNames.ts";
import { message } from "../../messages/messages.ts";

export interface BacktestDeps {
  readonly db: Db;
  readonly queue: Queue;
}

const MAX_RUNS = 10;

/** The last runs of a project, the newest first. */
export const recentBacktests = (db: Db, projectId: string): Promise<BacktestRow[]> =>
  listBacktests(db, projectId, MAX_RUNS);

/** Queues a run. @throws Conflict while another run of the project is queued or running */
export async function startBacktest(
  { db, queue }: BacktestDeps,
  projectId: string,
  userId: string,
): Promise<BacktestRow> {
  const id = newId();
  if (!(await insertBacktest(db, { id, project_id: projectId, started_by: userId, state: "queued" }))) {
    throw new Conflict(message("backtest.running"));
  }
  await queue.send(RUN_BACKTEST, { backtestId: id } satisfies RunBacktestJob, { singletonKey: id });
  const row = (await recentBacktests(db, projectId)).find((candidate) => candidate.id === id);
  if (!row) throw new Error("The backtest was not stored.");
  return row;
}
