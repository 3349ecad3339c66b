import { type Selectable, sql } from "kysely";
import type { CustomField } from "../../../../contract/issues/customFields.ts";
import type { LeftOutKind } from "../../../../contract/sources/leftOut.ts";
import type { Db } from "../../openDb.ts";
import type { SourcesTable } from "../../schema/schema.ts";
import type { SourceNote, SourceRefState } from "../../schema/sourceSchema.ts";

/** A source with what was copied from it. Counts of PostgreSQL arrive as texts. */
export interface SourceDetailRow {
  readonly id: string;
  readonly kind: SourcesTable["kind"];
  readonly paused_at: Date | null;
  readonly provider: string;
  readonly allows_writing: boolean;
  readonly connection_id: string | null;
  /** The account whose installation of an app it is read by. */
  readonly installed_by: string | null;
  readonly webhook_secret_id: string | null;
  readonly custom_fields: CustomField[];
  readonly notes: SourceNote[];
  readonly left_out: { kind: LeftOutKind; count: number }[];
  readonly restricted_role: Selectable<SourcesTable>["restricted_role"];
  /** Commits that mean an issue, issues that a commit or request means, or pages that name something of the project; `total` of them. */
  readonly linked: number | string;
  readonly total: number | string;
  readonly folders: string[];
  /** Whether the last sync was for these folders. */
  readonly has_read_folders: boolean;
  readonly ref_patterns: string[];
  readonly ref_states: SourceRefState[];
  readonly requests: number | string;
  /** Requests whose reviews and files were read. */
  readonly reviewed: number | string;
  readonly releases: number | string;
  readonly latest_release: string | null;
  readonly group_id: string | null;
  readonly leaves_at: Date | null;
  readonly leaves_because: Selectable<SourcesTable>["leaves_because"];
}

/** The sources of a project, or one of them, in the order in which they were linked. */
export async function listSourceDetails(db: Db, projectId: string, sourceId?: string): Promise<SourceDetailRow[]> {
  const only = sourceId === undefined ? sql`` : sql` and s.id = ${sourceId}`;
  const { rows } = await sql<SourceDetailRow>`
    select s.id, s.kind, s.provider, s.allows_writing, s.paused_at, s.connection_id,
      (select account from app_installations where id = s.app_installation_id) as installed_by, s.webhook_secret_id, s.custom_fields, s.notes, s.restricted_role, s.folders, coalesce(s.cursor -> 'folders', '[]') = s.folders as has_read_folders, s.ref_patterns, s.ref_states,
      s.group_id, s.leaves_at, s.leaves_because,
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
  return rows;
}
