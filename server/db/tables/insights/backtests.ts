import type { Insertable, Updateable } from "kysely";
import type { Db } from "../../openDb.ts";
import type { BacktestsTable } from "../../schema/analysisSchema.ts";

export type BacktestRow = Awaited<ReturnType<typeof listBacktests>>[number];

/** The newest backtests of a project, each with the name of who started it. */
export const listBacktests = (db: Db, projectId: string, limit: number) =>
  db
    .selectFrom("backtests")
    .leftJoin("users", "users.id", "backtests.started_by")
    .selectAll("backtests")
    .select("users.name")
    .where("backtests.project_id", "=", projectId)
    .orderBy("backtests.created_at", "desc")
    .limit(limit)
    .execute();

/** Inserts a backtest, unless one of the project is running. @returns whether it did */
export async function insertBacktest(db: Db, backtest: Insertable<BacktestsTable>): Promise<boolean> {
  const added = await db
    .insertInto("backtests")
    .values(backtest)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** A backtest with its project, as its job needs them. */
export const findBacktestRun = (db: Db, id: string) =>
  db
    .selectFrom("backtests")
    .innerJoin("projects", "projects.id", "backtests.project_id")
    .select(["backtests.project_id", "backtests.state", "projects.slug", "projects.name"])
    .where("backtests.id", "=", id)
    .executeTakeFirst();

/** Ids of backtests that have not ended and that were started before a time. */
export async function listOpenBacktests(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("backtests")
    .select("id")
    .where("state", "in", ["queued", "running"])
    .where("created_at", "<", before)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateBacktest(db: Db, id: string, change: Updateable<BacktestsTable>): Promise<void> {
  await db.updateTable("backtests").set(change).where("id", "=", id).execute();
}

/** Deletes the oldest runs of a project, all but `keep`, a hundred at most. */
export async function deleteBacktestsBeyond(db: Db, projectId: string, keep: number): Promise<void> {
  const old = await db
    .selectFrom("backtests")
    .select("id")
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .offset(keep)
    .limit(100)
    .execute();
  if (old.length === 0) return;
  await db
    .deleteFrom("backtests")
    .where(
      "id",
      "in",
      old.map(({ id }) => id),
    )
    .execute();
}
