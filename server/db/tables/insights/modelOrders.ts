/** Runs, switches and stored answers of the order that a company's model gives to likely files. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ModelOrderRunsTable, ModelOrderSwitchesTable } from "../../schema/modelSchema.ts";
import type { Db } from "../../openDb.ts";

export type ModelOrderRunRow = NonNullable<Awaited<ReturnType<typeof findNewestModelOrderRun>>>;
export type ModelOrderSwitchRow = Selectable<ModelOrderSwitchesTable>;

const selectRuns = (db: Db) =>
  db
    .selectFrom("model_order_runs as run")
    .leftJoin("users", "users.id", "run.started_by")
    .selectAll("run")
    .select("users.name")
    .select((row) => [
      row
        .selectFrom("model_order_cases as c")
        .whereRef("c.run_id", "=", "run.id")
        .select(sql<number>`count(*)::integer`.as("n"))
        .as("done"),
      row
        .selectFrom("model_order_cases as c")
        .whereRef("c.run_id", "=", "run.id")
        .select(sql<number>`coalesce(sum(c.requests), 0)::double precision`.as("n"))
        .as("requests"),
      row
        .selectFrom("model_order_cases as c")
        .whereRef("c.run_id", "=", "run.id")
        .select(sql<number>`coalesce(sum(c.tokens), 0)::double precision`.as("n"))
        .as("tokens"),
      row
        .selectFrom("model_order_cases as c")
        .whereRef("c.run_id", "=", "run.id")
        .select(sql<number>`coalesce(sum(c.cost), 0)::double precision`.as("n"))
        .as("cost"),
    ]);

/** The newest run of a project with what it has used. */
export const findNewestModelOrderRun = (db: Db, projectId: string) =>
  selectRuns(db).where("run.project_id", "=", projectId).orderBy("run.created_at", "desc").limit(1).executeTakeFirst();

/** A run with its project and who pays for it, as its job needs them. */
export const findModelOrderRun = (db: Db, id: string) =>
  db
    .selectFrom("model_order_runs as run")
    .innerJoin("projects", "projects.id", "run.project_id")
    .selectAll("run")
    .select(["projects.company_id", "projects.slug"])
    .where("run.id", "=", id)
    .executeTakeFirst();

/** Inserts a run, unless one of the project waits or runs. @returns whether it did */
export async function insertModelOrderRun(db: Db, run: Insertable<ModelOrderRunsTable>): Promise<boolean> {
  const added = await db
    .insertInto("model_order_runs")
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Changes a run that has not ended. @returns whether it had not */
export async function updateModelOrderRun(
  db: Db,
  where: { readonly id: string } | { readonly projectId: string },
  change: Updateable<ModelOrderRunsTable>,
): Promise<boolean> {
  const [column, value] = "id" in where ? (["id", where.id] as const) : (["project_id", where.projectId] as const);
  const changed = await db
    .updateTable("model_order_runs")
    .set(change)
    .where(column, "=", value)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) > 0;
}

/** Ids of runs that have not ended and that were started before a time. */
export async function listOpenModelOrderRuns(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("model_order_runs")
    .select("id")
    .where("state", "in", ["queued", "running"])
    .where("created_at", "<", before)
    .orderBy("created_at")
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends the runs whose jobs were not moved with the database. */
export async function failModelOrderRuns(db: Db, error: string): Promise<void> {
  await db
    .updateTable("model_order_runs")
    .set({ state: "failed", error, finished_at: new Date() })
    .where("state", "in", ["queued", "running"])
    .execute();
}

/** Deletes the runs of a project before its newest ones. */
export async function deleteModelOrderRunsBeyond(db: Db, projectId: string, keep: number): Promise<void> {
  await sql`delete from model_order_runs where id in (
    select id from model_order_runs where project_id = ${projectId} and state not in ('queued', 'running')
    order by created_at desc offset ${keep})`.execute(db);
}

/** One case of a run. */
export interface ModelOrderCase {
  readonly issue_id: string;
  readonly ranks: Record<string, unknown>;
}

export const listModelOrderCases = (db: Db, runId: string): Promise<ModelOrderCase[]> =>
  db
    .selectFrom("model_order_cases")
    .select(["issue_id", "ranks"])
    .where("run_id", "=", runId)
    .orderBy("issue_id")
    .execute();

export interface CaseUsage {
  readonly requests: number;
  readonly tokens: number;
  readonly cost: number;
}

/** Stores a case; one that is there stays. */
export async function insertModelOrderCase(
  db: Db,
  { runId, issueId }: { readonly runId: string; readonly issueId: string },
  ranks: string,
  usage: CaseUsage,
): Promise<void> {
  await db
    .insertInto("model_order_cases")
    .values({ run_id: runId, issue_id: issueId, ranks, ...usage })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const findModelOrderSwitch = (db: Db, projectId: string): Promise<ModelOrderSwitchRow | undefined> =>
  db.selectFrom("model_order_switches").selectAll().where("project_id", "=", projectId).executeTakeFirst();

/** Whether the order of the model is on in a project, for the model that its users may ask now. */
export async function hasModelOrder(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom("model_order_switches as s")
    .innerJoin("projects", "projects.id", "s.project_id")
    .innerJoin("company_models as model", (join) =>
      join
        .onRef("model.company_id", "=", "projects.company_id")
        .onRef("model.address", "=", "s.address")
        .onRef("model.model", "=", "s.model"),
    )
    .select("s.project_id")
    .where("s.project_id", "=", projectId)
    .where("s.is_on", "=", true)
    .where("model.is_enabled", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertModelOrderSwitch(db: Db, row: Insertable<ModelOrderSwitchesTable>): Promise<void> {
  const { project_id: _, ...values } = row;
  await db
    .insertInto("model_order_switches")
    .values(row)
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(values))
    .execute();
}

/** Turns it off in a project, or in all of a company. @returns the projects in which it was on */
export async function turnModelOrdersOff(
  db: Db,
  where: { readonly companyId: string } | { readonly projectId: string },
  reason: string,
  at: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable("model_order_switches")
    .set({ is_on: false, off_reason: reason, changed_at: at })
    .where("is_on", "=", true)
    .where((is) =>
      "projectId" in where
        ? is("project_id", "=", where.projectId)
        : is("project_id", "in", (query) =>
            query.selectFrom("projects").select("projects.id").where("projects.company_id", "=", where.companyId),
          ),
    )
    .returning("project_id")
    .execute();
  return rows.map(({ project_id: id }) => id);
}

/** An answer that was stored, null for one that was no order; undefined where nothing is stored. */
export async function findModelAnswer(db: Db, companyId: string, digest: string): Promise<number[] | null | undefined> {
  const row = await db
    .selectFrom("model_answers")
    .select("numbers")
    .where("company_id", "=", companyId)
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row?.numbers;
}

export async function insertModelAnswer(
  db: Db,
  {
    companyId,
    digest,
    numbers,
    at,
  }: { companyId: string; digest: string; numbers: readonly number[] | null; at: Date },
): Promise<void> {
  await db
    .insertInto("model_answers")
    .values({
      company_id: companyId,
      digest,
      numbers: numbers === null ? null : JSON.stringify(numbers),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteModelAnswersBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("model_answers").where("created_at", "<", before).execute();
}
