/** The database rejects updates of these rows, and deletes only those that are past the company's retention. */
import { type Insertable, sql } from "kysely";
import type { AuditFilters } from "../../../../contract/access/audit.ts";
import type { Db } from "../../openDb.ts";
import type { AuditLogTable } from "../../schema/accessSchema.ts";

export async function insertAuditEvents(db: Db, rows: readonly Insertable<AuditLogTable>[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto("audit_log")
      .values([...rows])
      .execute();
}

/** The rows that a filter leaves. */
function filtered(db: Db, companyId: string, { from, to, person, action }: AuditFilters) {
  // Escapes the wildcards of `like`, so that the typed text matches literally.
  const part = person ? `%${person.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined;
  return db
    .selectFrom("audit_log")
    .where("company_id", "=", companyId)
    .$if(from !== undefined, (query) => query.where("at", ">=", new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where("at", "<", new Date(to ?? 0)))
    .$if(action.length > 0, (query) => query.where("action", "in", action))
    .$if(part !== undefined, (query) =>
      query.where((is) =>
        is.or(
          (["actor_name", "actor_email", "subject_name"] as const).map((column) =>
            is(is.fn<string>("lower", [column]), "like", part ?? ""),
          ),
        ),
      ),
    );
}

export async function countAuditEvents(db: Db, companyId: string, filters: AuditFilters): Promise<number> {
  const { count } = await filtered(db, companyId, filters)
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type AuditRow = Awaited<ReturnType<typeof listAuditEvents>>[number];

/** Newest first; with `before`, only rows with a smaller id. */
export const listAuditEvents = (
  db: Db,
  companyId: string,
  filters: AuditFilters,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) =>
  filtered(db, companyId, filters)
    .select([
      "id",
      "at",
      "action",
      "actor_id",
      "actor_name",
      "actor_email",
      "subject_kind",
      "subject_id",
      "subject_name",
      "before",
      "after",
      "address",
    ])
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** Deletes the rows that are older than their company keeps them. The database refuses every other deletion. */
export async function deleteAuditEventsPastRetention(transaction: Db, now: Date): Promise<void> {
  await sql`select set_config('clew.audit_sweep', 'on', true)`.execute(transaction);
  await sql`
    delete from audit_log using companies
    where companies.id = audit_log.company_id and audit_log.at < ${now}::timestamptz - companies.audit_days * interval '1 day'
  `.execute(transaction);
}
