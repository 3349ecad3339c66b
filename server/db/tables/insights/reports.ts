import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { ReportsTable } from "../../schema/reportSchema.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

interface Reader {
  readonly id: string;
  readonly companyId: string | null;
}

const reportsWithOwner = (db: Db) =>
  db
    .selectFrom("reports as report")
    .leftJoin("users as owner", (join) =>
      join.onRef("owner.id", "=", "report.owner_id").onRef("owner.company_id", "=", "report.company_id"),
    )
    .selectAll("report")
    .select("owner.name as owner");

export type ReportRow = Selectable<ReportsTable> & { readonly owner: string | null };

/** Reports that a user owns or receives, by name; with `all`, those of the company. */
export const listReports = (db: Db, user: Reader, all: boolean): Promise<ReportRow[]> =>
  reportsWithOwner(db)
    .where("report.company_id", "=", user.companyId)
    .$if(!all, (query) =>
      query.where((is) =>
        is.or([
          is("report.owner_id", "=", user.id),
          is.exists(
            is
              .selectFrom("report_receivers as r")
              .select("r.user_id")
              .whereRef("r.report_id", "=", "report.id")
              .where("r.user_id", "=", user.id),
          ),
        ]),
      ),
    )
    .orderBy(sql`lower(report.name)`)
    .orderBy("report.id")
    .execute();

/** A report of the user's present company. */
export const findReport = (db: Db, companyId: string | null, id: string): Promise<ReportRow | undefined> =>
  reportsWithOwner(db).where("report.company_id", "=", companyId).where("report.id", "=", id).executeTakeFirst();

/** Reports of a company, and those of them that a user owns. */
export async function countReports(
  db: Db,
  companyId: string,
  ownerId: string,
): Promise<{ readonly all: number; readonly own: number }> {
  const { all, own: ownCount } = await db
    .selectFrom("reports")
    .select((select) => [
      select.fn.countAll<number>().as("all"),
      select.fn.countAll<number>().filterWhere("owner_id", "=", ownerId).as("own"),
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return { all: Number(all), own: Number(ownCount) };
}

export async function insertReport(db: Db, report: Insertable<ReportsTable>): Promise<void> {
  await db.insertInto("reports").values(report).execute();
}

export async function updateReport(db: Db, id: string, change: Updateable<ReportsTable>): Promise<void> {
  await db.updateTable("reports").set(change).where("id", "=", id).execute();
}

export async function deleteReport(db: Db, id: string): Promise<void> {
  await db.deleteFrom("reports").where("id", "=", id).execute();
}

/** Receivers who are in the company of their report, by name. */
export const listReceivers = (db: Db, reportIds: readonly string[]) =>
  reportIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("report_receivers as r")
        .innerJoin("reports as report", "report.id", "r.report_id")
        .innerJoin("users", (join) =>
          join.onRef("users.id", "=", "r.user_id").onRef("users.company_id", "=", "report.company_id"),
        )
        .select(["r.report_id", "users.id", "users.name", "r.left_at"])
        .where("r.report_id", "in", [...reportIds])
        .orderBy(sql`lower(users.name)`)
        .orderBy("users.id")
        .execute();

/** Makes these the receivers. Those who stay and have left the report remain so. */
export async function replaceReceivers(tx: Db, reportId: string, userIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("report_receivers")
    .where("report_id", "=", reportId)
    .where("user_id", "not in", [...userIds])
    .execute();
  await tx
    .insertInto("report_receivers")
    .values(userIds.map((user_id) => ({ report_id: reportId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @param leftAt null: the receiver gets it again. @returns whether the user is a receiver */
export async function updateReceiverLeft(
  db: Db,
  reportId: string,
  userId: string,
  leftAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_receivers")
    .set({ left_at: leftAt })
    .where("report_id", "=", reportId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A receiver for whom a report may be due, with the time zone in which its hour is counted. */
export interface ScheduledReceiver extends Pick<Selectable<ReportsTable>, "id" | "schedule" | "scheduled_from"> {
  readonly user_id: string;
  readonly time_zone: string;
  /** The time of the newest run; null before the first. */
  readonly last_due: Date | null;
}

/** Receivers of enabled reports of companies with this plan, whose owner is in the company, by report and user. */
export async function listScheduledReceivers(
  db: Db,
  after: { readonly report: string; readonly user: string },
  limit: number,
): Promise<ScheduledReceiver[]> {
  const { rows } = await sql<ScheduledReceiver>`
    select report.id, report.schedule, report.scheduled_from, u.id as user_id,
      coalesce(s.time_zone, c.time_zone) as time_zone,
      (select max(run.due_at) from report_runs run where run.report_id = report.id and run.user_id = u.id) as last_due
    from reports report
    join companies c on c.id = report.company_id and c.plan = 'Enterprise'
    join users owner on owner.id = report.owner_id and owner.company_id = report.company_id
    join report_receivers r on r.report_id = report.id and r.left_at is null
    join users u on u.id = r.user_id and u.company_id = report.company_id
    left join notice_settings s on s.user_id = u.id
    where report.is_enabled and (report.id, u.id) > (${after.report}, ${after.user})
    order by report.id, u.id limit ${limit}`.execute(db);
  return rows;
}

/** The time zone of a user: their own choice, else that of the company. */
export async function findTimeZoneOfUser(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select coalesce(s.time_zone, c.time_zone, 'UTC') as time_zone
    from users u left join companies c on c.id = u.company_id left join notice_settings s on s.user_id = u.id
    where u.id = ${userId}`.execute(db);
  return rows[0]?.time_zone ?? "UTC";
}

/** Users of a company, by name. */
export const listPossibleReceivers = (db: Db, companyId: string, limit: number) =>
  db
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("company_id", "=", companyId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Those of these users who are in a company. */
export const listCompanyUserIds = (db: Db, companyId: string, ids: readonly string[]) =>
  db
    .selectFrom("users")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "in", [...ids])
    .execute();

/** A user as the caller of calls, with the language of their mails; none who could not sign in now. */
export const findReceiverPrincipal = (db: Db, userId: string) =>
  db
    .selectFrom("users")
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(PRINCIPAL_COLUMNS)
    .where("users.id", "=", userId)
    .where(ownerMaySignIn)
    .executeTakeFirst();

/**
 * Locks a user who still gets a report: a receiver who has not left, or its owner, in its company, whose owner is there too. Who takes one of
 * the two out of the company waits until the transaction ends.
 */
export async function lockReceiver(
  tx: Db,
  { userId, reportId, companyId }: { readonly userId: string; readonly reportId: string; readonly companyId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select u.id from users u
    join reports report on report.id = ${reportId}
    join users owner on owner.id = report.owner_id and owner.company_id = ${companyId}
    left join report_receivers r on r.report_id = report.id and r.user_id = u.id
    where u.id = ${userId} and u.company_id = ${companyId}
      and case when r.user_id is null then report.owner_id = u.id else r.left_at is null end
    for share of u, owner`.execute(tx);
  return rows.length > 0;
}
