import type { Insertable } from "kysely";
import type { TargetMetric } from "../../../../contract/insights/targetMetrics.ts";
import type { InsightTargetsTable } from "../../schema/insightSchema.ts";
import type { Db } from "../../openDb.ts";

export type StoredTarget = Awaited<ReturnType<typeof listInsightTargets>>[number];

/** The targets of a project, with the names of those who set them. */
export const listInsightTargets = (db: Db, projectId: string) =>
  db
    .selectFrom("insight_targets as target")
    .leftJoin("users", "users.id", "target.set_by")
    .select(["target.metric", "target.value", "target.set_at", "users.name as set_by"])
    .where("target.project_id", "=", projectId)
    .orderBy("target.metric")
    .execute();

/** The value of a target, locked until the transaction ends; undefined without one. */
export async function lockInsightTarget(tx: Db, projectId: string, metric: TargetMetric): Promise<number | undefined> {
  const row = await tx
    .selectFrom("insight_targets")
    .select("value")
    .where("project_id", "=", projectId)
    .where("metric", "=", metric)
    .forUpdate()
    .executeTakeFirst();
  return row?.value;
}

/** In place of the target that the metric had. */
export async function upsertInsightTarget(db: Db, target: Insertable<InsightTargetsTable>): Promise<void> {
  const { value, set_by, set_at } = target;
  await db
    .insertInto("insight_targets")
    .values(target)
    .onConflict((conflict) => conflict.columns(["project_id", "metric"]).doUpdateSet({ value, set_by, set_at }))
    .execute();
}

export async function deleteInsightTarget(db: Db, projectId: string, metric: TargetMetric): Promise<void> {
  await db.deleteFrom("insight_targets").where("project_id", "=", projectId).where("metric", "=", metric).execute();
}
