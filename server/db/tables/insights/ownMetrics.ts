import { type Insertable, type Updateable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { OwnMetricsTable } from "../../schema/ownMetricSchema.ts";

export type StoredMetric = Awaited<ReturnType<typeof listOwnMetrics>>[number];

const metricsOfCompany = (db: Db, companyId: string) =>
  db
    .selectFrom("own_metrics as metric")
    .leftJoin("projects", "projects.id", "metric.project_id")
    .leftJoin("users as owner", "owner.id", "metric.owner_id")
    .select([
      "metric.id",
      "metric.project_id",
      "projects.slug as project_slug",
      "projects.name as project_name",
      "metric.name",
      "metric.definition",
      "metric.target",
      "metric.updated_at",
      "owner.name as owner",
    ])
    .where("metric.company_id", "=", companyId)
    .orderBy(sql`lower(metric.name)`)
    .orderBy("metric.id");

/** Metrics of a company and of these projects of it, by name. */
export const listOwnMetrics = (db: Db, companyId: string, projectIds: readonly string[]) =>
  metricsOfCompany(db, companyId)
    .where((is) =>
      is.or([is("metric.project_id", "is", null), ...projectIds.map((id) => is("metric.project_id", "=", id))]),
    )
    .execute();

/** All of a company: a formula of any project may name one of the company. */
export const listAllOwnMetrics = (db: Db, companyId: string) => metricsOfCompany(db, companyId).execute();

export async function insertOwnMetric(db: Db, metric: Insertable<OwnMetricsTable>): Promise<void> {
  await db.insertInto("own_metrics").values(metric).execute();
}

export async function updateOwnMetric(db: Db, id: string, change: Updateable<OwnMetricsTable>): Promise<void> {
  await db.updateTable("own_metrics").set(change).where("id", "=", id).execute();
}

export async function deleteOwnMetric(db: Db, id: string): Promise<void> {
  await db.deleteFrom("own_metrics").where("id", "=", id).execute();
}
