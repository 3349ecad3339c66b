/** Notices of users: writing, reading what the reader may still see, marking as read and deleting. */
import { type Selectable, sql } from "kysely";
import type { Provider } from "../../../../contract/constants.ts";
import type { NoticeKind } from "../../../../contract/notices/noticeKinds.ts";
import type { NoticeData } from "../../../../contract/notices/notices.ts";
import type { NoticesTable } from "../../schema/noticeSchema.ts";
import type { Db } from "../../openDb.ts";

/** A notice to store, or to add to the unread one with the same bundle. */
export type NoticeRow = Pick<
  Selectable<NoticesTable>,
  | "id"
  | "user_id"
  | "project_id"
  | "source_id"
  | "kind"
  | "key"
  | "bundle"
  | "subject_kind"
  | "subject_id"
  | "count"
  | "channel"
> & { readonly data: NoticeData };

/**
 * Stores notices; one whose event a user has already is skipped. Several rows of one call differ in user and bundle.
 * @returns the users who have something new
 */
export async function upsertNotices(db: Db, rows: readonly NoticeRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: written } = await sql<{ user_id: string }>`
    insert into notices (id, user_id, project_id, source_id, kind, key, bundle, subject_kind, subject_id, count, data, channel, at)
    select r.*, now() from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id text, user_id text, project_id text, source_id text, kind text, key text, bundle text, subject_kind text,
      subject_id text, count integer, data jsonb, channel text
    )
    where not exists (select 1 from notices n where n.user_id = r.user_id and n.key = r.key)
    order by r.user_id, r.bundle
    on conflict (user_id, bundle) where read_at is null do update set
      count = notices.count + excluded.count, data = notices.data || excluded.data, at = excluded.at
    returning user_id`.execute(db);
  return [...new Set(written.map(({ user_id }) => user_id))];
}

/** Recent unread notices of one subject each, by user, kind and project. */
export async function countRecentNotices(
  db: Db,
  userIds: readonly string[],
  sinceMinutes: number,
): Promise<
  { readonly user_id: string; readonly kind: string; readonly project_id: string | null; readonly n: number }[]
> {
  const { rows } = await sql<{ user_id: string; kind: string; project_id: string | null; n: number }>`
    select user_id, kind, project_id, count(*)::int as n from notices
    where user_id = any(${[...userIds]}) and read_at is null and at > now() - ${sinceMinutes} * interval '1 minute'
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The bundles among these that are unread. */
export async function listUnreadBundles(
  db: Db,
  userIds: readonly string[],
  bundles: readonly string[],
): Promise<{ readonly user_id: string; readonly bundle: string }[]> {
  return db
    .selectFrom("notices")
    .select(["user_id", "bundle"])
    .where("user_id", "in", [...userIds])
    .where("bundle", "in", [...bundles])
    .where("read_at", "is", null)
    .execute();
}

/**
 * What the owner of a notice may still see: they are a member of its project, its subject exists there (what a host restricts has no row), and a
 * fault of a source concerns those who may change it.
 */
export const isVisible = sql<boolean>`(
  (n.project_id is null or exists (
    select 1 from project_members m join projects p on p.id = m.project_id join users u on u.id = m.user_id
    where m.project_id = n.project_id and m.user_id = n.user_id and p.company_id = u.company_id
      and (n.kind not in ('sync_failed', 'webhook_disabled', 'rule_paused', 'model_order_off') or m.role in ('Owner', 'Maintainer'))
  ))
  and case n.subject_kind
    when 'issue' then exists (select 1 from issues i where i.id = n.subject_id and i.project_id = n.project_id)
    when 'source' then exists (select 1 from sources s where s.id = n.subject_id and s.project_id = n.project_id)
    when 'search' then exists (
      select 1 from saved_searches s where s.id = n.subject_id and (s.is_shared or s.user_id = n.user_id)
        and (s.project_id = n.project_id or s.company_id = (select company_id from users where id = n.user_id)))
    else true end
)`;

export interface NoticeFilter {
  readonly unread?: boolean | undefined;
  readonly kind?: NoticeKind | undefined;
  /** A project's slug. */
  readonly project?: string | undefined;
}

/** A place in the list: unread ones first, then by time, then by id. */
export interface NoticePlace {
  readonly isUnread: boolean;
  readonly at: string;
  readonly id: string;
}

/** A notice with its project and the names of what it is about. */
export interface ReadableNotice {
  readonly id: string;
  readonly user_id: string;
  readonly kind: NoticeKind;
  readonly project_id: string | null;
  readonly slug: string | null;
  readonly project_name: string | null;
  readonly subject_kind: NoticesTable["subject_kind"];
  /** The provider of the tracker of an issue. */
  readonly tracker: Provider | null;
  readonly subject_id: string | null;
  readonly subject_key: string | null;
  readonly subject_title: string | null;
  readonly subject_query: string | null;
  readonly subject_facets: Record<string, readonly string[]> | null;
  readonly count: number;
  readonly mailed_count: number;
  readonly channel: NoticesTable["channel"];
  readonly data: NoticeData;
  readonly at: Date;
  readonly read_at: Date | null;
  readonly resolved_at: Date | null;
}

/** Columns of a notice `n`, and the joins that they need. */
export const READABLE = sql`
  select n.id, n.user_id, n.kind, n.project_id, p.slug, p.name as project_name, n.subject_kind, n.subject_id, (select t.provider from sources t where t.id = i.source_id) as tracker, n.count, n.mailed_count,
    n.channel, n.data, n.at, n.read_at, n.resolved_at,
    i.key as subject_key, coalesce(i.title, s.name, q.name) as subject_title, q.q as subject_query, q.facets as subject_facets
  from notices n
  left join projects p on p.id = n.project_id
  left join issues i on n.subject_kind = 'issue' and i.id = n.subject_id
  left join sources s on n.subject_kind = 'source' and s.id = n.subject_id
  left join saved_searches q on n.subject_kind = 'search' and q.id = n.subject_id`;

const matches = ({ unread, kind, project }: NoticeFilter) => sql`
  ${unread === true ? sql`n.read_at is null` : sql`true`}
  and ${kind === undefined ? sql`true` : sql`n.kind = ${kind}`}
  and ${project === undefined ? sql`true` : sql`n.project_id in (select id from projects where slug = ${project})`}`;

/** Notices of a user that they may see. */
export async function listNotices(
  db: Db,
  userId: string,
  filter: NoticeFilter,
  { after, limit }: { readonly after: NoticePlace | null; readonly limit: number },
): Promise<ReadableNotice[]> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${userId} and ${isVisible} and ${matches(filter)}
      and ${after === null ? sql`true` : sql`((n.read_at is null), n.at, n.id) < (${after.isUnread}::boolean, ${after.at}::timestamptz, ${after.id})`}
    order by (n.read_at is null) desc, n.at desc, n.id desc limit ${limit}`.execute(db);
  return rows;
}

/** At most `maximum`. */
export async function countUnreadNotices(db: Db, userId: string, maximum: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from notices n where n.user_id = ${userId} and n.read_at is null and ${isVisible} limit ${maximum}
    ) as found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** @returns whether the user has such a notice */
export async function updateNoticeRead(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update notices as n set read_at = coalesce(n.read_at, now()) where n.user_id = ${userId} and n.id = ${id} and ${isVisible}
    returning n.id`.execute(db);
  return rows.length > 0;
}

/** Marks those up to a moment as read. @returns how many */
export async function updateNoticesRead(db: Db, userId: string, until: Date, filter: NoticeFilter): Promise<number> {
  const { rows } = await sql`
    update notices as n set read_at = now()
    where n.user_id = ${userId} and n.read_at is null and n.at <= ${until.toISOString()}::timestamptz and ${matches(filter)}
    returning n.id`.execute(db);
  return rows.length;
}

/** The fault of a source is over: its notices need no action. @returns the users who had an unread one */
export async function resolveNotices(db: Db, sourceId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notices set resolved_at = now(), read_at = coalesce(read_at, now())
    where source_id = ${sourceId} and kind = 'sync_failed' and resolved_at is null returning user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Whether the source has a fault that its users have been notified of. */
export async function hasOpenFault(db: Db, sourceId: string): Promise<boolean> {
  const row = await db
    .selectFrom("notices")
    .select("id")
    .where("source_id", "=", sourceId)
    .where("kind", "=", "sync_failed")
    .where("resolved_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes old notices, and of each user all but the newest. */
export async function deleteNoticesBeyond(db: Db, before: Date, mostPerUser: number): Promise<void> {
  await db.deleteFrom("notices").where("at", "<", before).execute();
  await sql`
    delete from notices where id in (
      select id from (
        select id, row_number() over (partition by user_id order by at desc, id desc) as place from notices
      ) as placed where place > ${mostPerUser}
    )`.execute(db);
}
