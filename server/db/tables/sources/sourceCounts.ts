import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

export async function countSourcesOfCompany(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("projects.company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** At most `maximum`. */
export async function countSourcesOfCompanyUpTo(db: Db, companyId: string, maximum: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from sources join projects on projects.id = sources.project_id where projects.company_id = ${companyId} limit ${maximum}
    ) as found`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many sources of a company have each state. */
export const countSourcesByState = (db: Db, companyId: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select((is) => [
      "sources.sync_state as state",
      "sources.waits_for as waits",
      "sources.paused_at as paused",
      is.fn.countAll<number>().as("count"),
    ])
    .where("projects.company_id", "=", companyId)
    .groupBy(["sources.sync_state", "sources.waits_for", "sources.paused_at"])
    .execute();

export interface SourceStates {
  readonly kind: string;
  /** The state of the sync, or `paused`. */
  readonly state: string;
  readonly count: number;
  /** Seconds since the source that was read longest ago was read; null for paused ones. */
  readonly oldest: number | null;
  /** How many wait for a host's quota. */
  readonly quota: number;
}

/** Sources of the installation by kind and state. */
export async function countSourcesByKindAndState(db: Db): Promise<SourceStates[]> {
  const { rows } = await sql<SourceStates>`
    select kind, case when paused_at is not null then 'paused' else sync_state end as state, count(*)::int as count,
      max(case when paused_at is null then extract(epoch from now() - coalesce(sync_finished_at, created_at)) end)::float8 as oldest,
      count(*) filter (where (sync_step = 'waiting' and sync_state = 'running') or (waits_for = 'host' and sync_state = 'queued'))::int as quota
    from sources group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

type ItemTable = "issues" | "pages" | "change_requests" | "git_commits";

/** How many items of a source are stored. */
export async function countItems(db: Db, table: ItemTable, sourceId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("source_id", "=", sourceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasItems(
  db: Db,
  table: "issues" | "change_requests" | "pages",
  projectId: string,
): Promise<boolean> {
  const row = await db.selectFrom(table).select("id").where("project_id", "=", projectId).limit(1).executeTakeFirst();
  return row !== undefined;
}
