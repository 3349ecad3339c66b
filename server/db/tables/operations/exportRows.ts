/** Rows of exports, by pages of keys: no statement reads more than a page. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** A row with the names of the columns of its table; `cursor` is its place in the order of the rows. */
export type ExportedRow = Readonly<Record<string, unknown>> & { readonly cursor: string };

export interface ExportScope {
  readonly projectId: string;
  /** Null: everything. */
  readonly since: Date | null;
}

/** Whether a user is still an Admin of the company and a member of all these projects. */
export async function mayExport(
  db: Db,
  userId: string,
  companyId: string,
  projectIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ projects: number }>`
    select count(distinct m.project_id)::int as projects
    from users u join project_members m on m.user_id = u.id and m.project_id = any(${projectIds}::text[])
    where u.id = ${userId} and u.company_id = ${companyId} and u.company_role = 'Admin' and u.deactivated_at is null`.execute(
    db,
  );
  return rows[0]?.projects === projectIds.length;
}

/** Items whose related rows one statement reads, and rows of one page. */
const PARENTS = 200;
const PAGE = 1000;

const account = (column: string): RawBuilder<string | null> => sql`'account:' || ${sql.ref(column)}`;

/** A row that changed, or was stored, since. Ids begin with the time at which their row was stored (UUID version 7). */
const changedSince = (since: Date | null, changed: string, id: string): RawBuilder<boolean> =>
  since === null
    ? sql`true`
    : sql`(${sql.ref(changed)} >= ${since.toISOString()}::timestamptz or ${sql.ref(id)} >= ${firstIdOf(since)})`;

/** The smallest id that is stored at a moment. */
function firstIdOf(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

type Read = (scope: ExportScope, after: string) => RawBuilder<ExportedRow>;

/** The marks of an item, the oldest first. */
const marks = (column: "issue_id" | "request_id", item: "i.id" | "r.id") => sql`(
  select coalesce(jsonb_agg(m.text order by m.created_at, m.id), '[]') from item_marks m where ${sql.ref(`m.${column}`)} = ${sql.ref(item)})`;

const ISSUES: Read = ({ projectId, since }, after) => sql`
  select i.id as cursor, i.id, s.name as source, i.key, i.title, i.url, i.state, i.type, i.priority, i.status, i.status_category,
    i.resolution, ${account("i.author_id")} as author_id,
    (select coalesce(jsonb_agg('account:' || a.account_id order by a.account_id), '[]') from issue_assignees a where a.issue_id = i.id)
      as assignee_ids,
    i.labels, ${marks("issue_id", "i.id")} as marks, i.milestones, i.components, coalesce(i.facts -> 'sprints', '[]') as sprints,
    (i.facts ->> 'story_points')::float8 as story_points, i.comments_count as comments, i.created_at, i.updated_at, i.closed_at
  from issues i join sources s on s.id = i.source_id
  where i.project_id = ${projectId} and i.id > ${after} and ${changedSince(since, "i.updated_at", "i.id")}
  order by i.id limit ${PAGE}`;

const REQUESTS: Read = ({ projectId, since }, after) => sql`
  select r.id as cursor, r.id, s.name as source, r.key, r.title, r.url, r.state, r.is_draft, ${account("r.author_id")} as author_id,
    r.source_branch, r.target_branch, r.merge_hash as merge_commit, r.labels, ${marks("request_id", "r.id")} as marks,
    r.created_at, r.updated_at, r.merged_at, r.closed_at
  from change_requests r join sources s on s.id = r.source_id
  where r.project_id = ${projectId} and r.id > ${after} and ${changedSince(since, "r.updated_at", "r.id")}
  order by r.id limit ${PAGE}`;

const PAGES: Read = ({ projectId, since }, after) => sql`
  select p.id as cursor, p.id, s.name as source, p.space_name as space, p.title, p.url, p.version, ${account("p.author_id")} as author_id,
    p.labels, p.created_at, p.updated_at
  from pages p join sources s on s.id = p.source_id
  where p.project_id = ${projectId} and p.id > ${after} and ${changedSince(since, "p.updated_at", "p.id")}
  order by p.id limit ${PAGE}`;

const pagesOf = (read: Read) =>
  async function* pages(db: Db, scope: ExportScope): AsyncGenerator<ExportedRow[]> {
    for (let after = ""; ;) {
      const { rows } = await read(scope, after).execute(db);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.cursor ?? after;
    }
  };
export const exportIssues = pagesOf(ISSUES);
export const exportRequests = pagesOf(REQUESTS);
export const exportPages = pagesOf(PAGES);

/** Commits of a repository. Its clock is that of the commit: when one was read is not stored. */
export async function* exportCommits(db: Db, { projectId, since }: ExportScope): AsyncGenerator<ExportedRow[]> {
  const sources = await db
    .selectFrom("sources")
    .select(["id", "name"])
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
  for (const { id, name } of sources) {
    for (let after = 0; ;) {
      const { rows } = await sql<ExportedRow>`
        select c.id::text as cursor, ${name}::text as source, c.hash, split_part(c.message, E'\n', 1) as title,
          'author:' || c.author_id as author_id, c.parents, c.added as lines_added, c.deleted as lines_deleted,
          c.authored_at, c.committed_at
        from git_commits c where c.source_id = ${id} and c.id > ${after}
          and (${since === null} or c.committed_at >= ${(since ?? new Date(0)).toISOString()}::timestamptz)
        order by c.id limit ${PAGE}`.execute(db);
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) break;
      after = Number(rows.at(-1)?.cursor);
    }
  }
}

/** Related rows of some items, after a place in the order of their cursors. */
type ReadRelated = (ids: readonly string[], since: Date | null, after: string) => RawBuilder<ExportedRow>;

/** The related rows of all items of a project, those of some items after the other. */
const relatedPages = (parent: "issues" | "change_requests", read: ReadRelated, ofChanged = false) =>
  async function* pages(db: Db, { projectId, since }: ExportScope): AsyncGenerator<ExportedRow[]> {
    const isWanted = ofChanged ? changedSince(since, "p.updated_at", "p.id") : sql`true`;
    for (let last = ""; ;) {
      const { rows: parents } = await sql<{ id: string }>`
        select p.id from ${sql.table(parent)} p where p.project_id = ${projectId} and p.id > ${last} and ${isWanted}
        order by p.id limit ${PARENTS}`.execute(db);
      const ids = parents.map(({ id }) => id);
      for (let after = ""; ids.length > 0;) {
        const { rows } = await read(ids, since, after).execute(db);
        if (rows.length > 0) yield rows;
        if (rows.length < PAGE) break;
        after = rows.at(-1)?.cursor ?? after;
      }
      if (ids.length < PARENTS) return;
      last = ids.at(-1) ?? last;
    }
  };

/** Closing, reopening and changes of status. A detail of a status is `To do → Done`. */
export const exportIssueEvents = relatedPages(
  "issues",
  (ids, since, after) => sql`
    select e.id as cursor, e.id, e.issue_id, e.type, ${account("e.actor_id")} as actor_id, e.created_at,
      case when e.type = 'status' then nullif(split_part(e.detail, ' → ', 1), '') end as from_status,
      case when e.type = 'status' then nullif(split_part(e.detail, ' → ', 2), '') end as to_status
    from issue_events e where e.issue_id = any(${ids}::text[]) and e.type in ('closed', 'reopened', 'status') and e.id > ${after}
      and ${changedSince(since, "e.created_at", "e.id")}
    order by e.id limit ${PAGE}`,
);

export const exportIssueComments = relatedPages(
  "issues",
  (ids, since, after) => sql`
    select c.id as cursor, c.id, 'issue' as subject, c.issue_id, null as request_id, ${account("c.author_id")} as author_id,
      length(c.body) as characters, c.created_at, c.updated_at
    from issue_comments c where c.issue_id = any(${ids}::text[]) and c.id > ${after} and ${changedSince(since, "c.updated_at", "c.id")}
    order by c.id limit ${PAGE}`,
);

export const exportRequestComments = relatedPages(
  "change_requests",
  (ids, since, after) => sql`
    select c.id as cursor, c.id, 'request' as subject, null as issue_id, c.request_id, ${account("c.author_id")} as author_id,
      length(c.body) as characters, c.created_at, c.updated_at
    from request_comments c where c.request_id = any(${ids}::text[]) and c.id > ${after} and ${changedSince(since, "c.updated_at", "c.id")}
    order by c.id limit ${PAGE}`,
);

export const exportReviews = relatedPages(
  "change_requests",
  (ids, since, after) => sql`
    select v.id as cursor, v.id, v.request_id, v.state, ${account("v.account_id")} as reviewer_id, v.submitted_at
    from request_reviews v where v.request_id = any(${ids}::text[]) and v.id > ${after} and ${changedSince(since, "v.submitted_at", "v.id")}
    order by v.id limit ${PAGE}`,
);

/** What has no id is ordered by a text of its parts. */
const keyed = (columns: RawBuilder<unknown>, from: RawBuilder<unknown>, key: RawBuilder<unknown>, after: string) =>
  sql<ExportedRow>`select * from (select ${key} as cursor, ${columns} from ${from}) keyed
    where cursor collate "C" > ${after} order by cursor collate "C" limit ${PAGE}`;

export const exportIssueLabels = relatedPages(
  "issues",
  (ids, _, after) =>
    keyed(
      sql`i.id as issue_id, label`,
      sql`issues i, jsonb_array_elements_text(i.labels) as label where i.id = any(${ids}::text[])`,
      sql`i.id || ' ' || label`,
      after,
    ),
  true,
);

export const exportIssueLinks = relatedPages(
  "issues",
  (ids, _, after) =>
    keyed(
      sql`l.issue_id, 'issue' as target, l.kind, l.other_key as target_key, l.other_place as target_place`,
      sql`issue_links l where l.issue_id = any(${ids}::text[]) and l.origin = 'issue'`,
      sql`l.issue_id || ' ' || lpad(l.position::text, 10, '0')`,
      after,
    ),
  true,
);

export const exportCommitLinks = relatedPages(
  "issues",
  (ids, _, after) =>
    keyed(
      sql`l.issue_id, 'commit' as target, l.how as kind, c.hash as target_key, s.name as target_place`,
      sql`issue_commits l join git_commits c on c.id = l.commit_id join sources s on s.id = c.source_id where l.issue_id = any(${ids}::text[])`,
      sql`l.issue_id || ' ' || l.how || ' ' || lpad(c.id::text, 20, '0')`,
      after,
    ),
  true,
);

export const exportRequestLinks = relatedPages(
  "issues",
  (ids, _, after) =>
    keyed(
      sql`l.issue_id, 'request' as target, l.how as kind, l.request_id as target_key, null as target_place`,
      sql`issue_requests l where l.issue_id = any(${ids}::text[])`,
      sql`l.issue_id || ' ' || l.how || ' ' || l.request_id`,
      after,
    ),
  true,
);
