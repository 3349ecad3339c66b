import { type Insertable, type Updateable, sql } from "kysely";
import type { DashboardSharing } from "../../../../contract/insights/dashboardRules.ts";
import type { DashboardsTable } from "../../schema/dashboardSchema.ts";
import type { Db } from "../../openDb.ts";

interface Reader {
  readonly id: string;
  readonly companyId: string | null;
  readonly companyRole: string;
}

/** Dashboards that a user sees: their own and those shared with their role, of the user's present company alone. */
const visibleDashboards = (db: Db, user: Reader) =>
  db
    .selectFrom("dashboards as dashboard")
    .leftJoin("users as owner", "owner.id", "dashboard.owner_id")
    .leftJoin("users as changer", "changer.id", "dashboard.updated_by")
    .select([
      "dashboard.id",
      "dashboard.owner_id",
      "dashboard.name",
      sql<DashboardSharing>`case when dashboard.for_admins then 'admins' else dashboard.sharing end`.as("sharing"),
      "dashboard.version",
      "dashboard.updated_at",
      "owner.name as owner",
      "changer.name as updated_by",
    ])
    .where("dashboard.company_id", "=", user.companyId)
    .where((is) =>
      is.or([
        is("dashboard.owner_id", "=", user.id),
        is("dashboard.sharing", "!=", "private"),
        ...(user.companyRole === "Admin" ? [is("dashboard.for_admins", "=", true)] : []),
      ]),
    );

export type VisibleDashboard = Awaited<ReturnType<typeof listVisibleDashboards>>[number];

/** By name. */
export const listVisibleDashboards = (db: Db, user: Reader) =>
  visibleDashboards(db, user)
    .orderBy(sql`lower(dashboard.name)`)
    .orderBy("dashboard.id")
    .execute();

/** With its layout. */
export const findVisibleDashboard = (db: Db, user: Reader, id: string) =>
  visibleDashboards(db, user).select("dashboard.layout").where("dashboard.id", "=", id).executeTakeFirst();

/** Ids of the users who see a dashboard. */
export async function listDashboardReaders(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("dashboards as dashboard")
    .innerJoin("users", "users.company_id", "dashboard.company_id")
    .select("users.id")
    .where("dashboard.id", "=", id)
    .where((is) =>
      is.or([
        is("dashboard.owner_id", "=", is.ref("users.id")),
        is("dashboard.sharing", "!=", "private"),
        is.and([is("dashboard.for_admins", "=", true), is("users.company_role", "=", "Admin")]),
      ]),
    )
    .orderBy("users.id")
    .execute();
  return rows.map((row) => row.id);
}

/** The slugs of the projects of those of these ids that are sources, or own metrics of one project. */
export async function listProjectsOfParts(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly slug: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; slug: string }>`
    select part.id, project.slug from (
      select id, project_id from sources where id = any(${[...ids]})
      union all
      select id, project_id from own_metrics where id = any(${[...ids]})
    ) as part join projects project on project.id = part.project_id`.execute(db);
  return rows;
}

/** The row of a dashboard of a company, locked until the transaction ends; undefined when it is gone. */
export async function lockDashboard(tx: Db, companyId: string | null, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("dashboards")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Dashboards of a company that one of its users can see, and those of them that a user owns. */
export async function countDashboards(
  db: Db,
  companyId: string,
  ownerId: string,
): Promise<{ readonly all: number; readonly own: number }> {
  const { all, own: ownCount } = await db
    .selectFrom("dashboards")
    .select((select) => [
      select.fn.countAll<number>().as("all"),
      select.fn.countAll<number>().filterWhere("owner_id", "=", ownerId).as("own"),
    ])
    .where("company_id", "=", companyId)
    // A private dashboard of an owner who has left is seen by no user.
    .where((is) =>
      is.or([
        is("sharing", "!=", "private"),
        is("for_admins", "=", true),
        is("owner_id", "in", db.selectFrom("users").select("users.id").where("users.company_id", "=", companyId)),
      ]),
    )
    .executeTakeFirstOrThrow();
  return { all: Number(all), own: Number(ownCount) };
}

export async function insertDashboard(db: Db, dashboard: Insertable<DashboardsTable>): Promise<void> {
  await db.insertInto("dashboards").values(dashboard).execute();
}

export async function updateDashboard(db: Db, id: string, change: Updateable<DashboardsTable>): Promise<void> {
  await db.updateTable("dashboards").set(change).where("id", "=", id).execute();
}

export async function deleteDashboard(db: Db, id: string): Promise<void> {
  await db.deleteFrom("dashboards").where("id", "=", id).execute();
}
