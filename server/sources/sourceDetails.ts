import { sql } from "kysely";
import type { SourceDetail } from "../../contract/sources.ts";
import type { Db } from "../db/openDb.ts";
import type { SourceNote } from "../db/tables.ts";
import { NotFound } from "../errors.ts";

interface DetailRow {
  id: string;
  kind: SourceDetail["kind"];
  paused_at: Date | null;
  connection_id: string | null;
  webhook_secret_id: string | null;
  notes: SourceNote[];
  left_out: SourceDetail["left_out"];
  restricted_role: SourceDetail["restricted_role"];
  linked: number | string;
  total: number | string;
  requests: number | string;
  reviewed: number | string;
  releases: number | string;
  latest_release: string | null;
}

/** The status of a project's sources, in the order in which they were linked. */
export async function readSourceDetails(db: Db, projectId: string, sourceId?: string): Promise<SourceDetail[]> {
  const only = sourceId === undefined ? sql`` : sql` and s.id = ${sourceId}`;
  const { rows } = await sql<DetailRow>`
    select s.id, s.kind, s.paused_at, s.connection_id, s.webhook_secret_id, s.notes, s.restricted_role,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'count', k.items) order by k.items desc, k.kind), '[]')
        from (select kind, count(*)::int as items from left_out_items where source_id = s.id group by kind) k) as left_out,
      case s.kind
        when 'repository' then (select count(distinct l.commit_id) from issue_commits l
          join git_commits c on c.id = l.commit_id where c.source_id = s.id)
        when 'tracker' then (select count(*) from issues i where i.source_id = s.id and
          (exists (select 1 from issue_commits l where l.issue_id = i.id) or exists (select 1 from issue_requests r where r.issue_id = i.id)))
        else (select count(*) from pages p where p.source_id = s.id and
          (exists (select 1 from page_issues l where l.page_id = p.id) or exists (select 1 from page_paths l where l.page_id = p.id)
            or exists (select 1 from page_symbols l where l.page_id = p.id)))
      end as linked,
      case s.kind
        when 'repository' then (select count(*) from git_commits c where c.source_id = s.id)
        when 'tracker' then (select count(*) from issues i where i.source_id = s.id)
        else (select count(*) from pages p where p.source_id = s.id)
      end as total,
      (select count(*) from change_requests r where r.source_id = s.id) as requests,
      (select count(*) from change_requests r where r.source_id = s.id and r.details_at is not null) as reviewed,
      (select count(*) from releases r where r.source_id = s.id) as releases,
      (select r.tag from releases r where r.source_id = s.id and r.published_at is not null
        order by r.is_prerelease, r.published_at desc, r.id limit 1) as latest_release
    from sources s where s.project_id = ${projectId}${only} order by s.created_at, s.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    paused_at: row.paused_at?.toISOString() ?? null,
    is_connected: row.connection_id !== null,
    notes: row.notes.map(({ code, text }) => ({ code, text })),
    left_out: row.left_out,
    restricted_role: row.restricted_role,
    has_webhook: row.webhook_secret_id !== null,
    links: { linked: Number(row.linked), total: Number(row.total) },
    requests: { total: Number(row.requests), reviewed: Number(row.reviewed) },
    releases: { total: Number(row.releases), latest: row.latest_release },
  }));
}

/** The id of the project that a source belongs to. @throws NotFound */
export async function projectOfSource(db: Db, sourceId: string): Promise<string> {
  const row = await db.selectFrom("sources").select("project_id").where("id", "=", sourceId).executeTakeFirst();
  if (!row) throw new NotFound("There is no such source.");
  return row.project_id;
}

/** @throws NotFound */
export async function readSourceDetail(db: Db, projectId: string, sourceId: string): Promise<SourceDetail> {
  const [detail] = await readSourceDetails(db, projectId, sourceId);
  if (!detail) throw new NotFound("There is no such source in this project.");
  return detail;
}

/**
 * Pauses or resumes a source; a resumed one is synced at once.
 * @throws NotFound
 */
export async function setPaused(db: Db, projectId: string, sourceId: string, isPaused: boolean): Promise<void> {
  const row = await db
    .updateTable("sources")
    .set({ paused_at: isPaused ? new Date() : null })
    .where("id", "=", sourceId)
    .where("project_id", "=", projectId)
    .returning("id")
    .executeTakeFirst();
  if (!row) throw new NotFound("There is no such source in this project.");
}
