/** Weekly mails: who wants one, and what happened in the week of a user, as far as they may see it. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import { READABLE, type ReadableNotice, isVisible } from "./notices.ts";

/** A user who wants a weekly mail. */
export interface WeeklyUser {
  readonly id: string;
  readonly timeZone: string;
  readonly day: number;
  readonly hour: number;
  /** When the last one was made, or its time was chosen. */
  readonly last: Date;
}

/** Users who want a weekly mail, by id. @param of one user, or those after an id */
export async function listWeeklyUsers(
  db: Db,
  of: { readonly id: string } | { readonly after: string; readonly limit: number },
): Promise<WeeklyUser[]> {
  const { rows } = await sql<WeeklyUser>`
    select u.id, coalesce(s.time_zone, c.time_zone) as "timeZone", s.weekly_day as day, s.weekly_hour as hour, s.weekly_at as last
    from notice_settings s join users u on u.id = s.user_id join companies c on c.id = u.company_id
    where s.weekly_day is not null and s.mails and s.weekly_at is not null
      and ${"id" in of ? sql`u.id = ${of.id}` : sql`u.id > ${of.after}`}
    order by u.id limit ${"id" in of ? 1 : of.limit}`.execute(db);
  return rows;
}

export async function updateWeeklyMade(db: Db, userId: string, at: Date): Promise<void> {
  await db.updateTable("notice_settings").set({ weekly_at: at }).where("user_id", "=", userId).execute();
}

/** Whose week, and from when until when. */
export interface Week {
  readonly user: { readonly id: string; readonly email: string };
  readonly from: Date;
  readonly to: Date;
}

/** An issue or a request in a list. */
export interface WeekItem {
  readonly id: string;
  readonly key: string;
  readonly title: string;
  readonly slug: string;
  readonly project_name: string;
}

/**
 * Projects of the company that the user is a member of, and their accounts there: by e-mail address or by a connected account. What a host restricts
 * has no row in the tables of issues and requests.
 */
const userTables = ({ user: { id, email } }: Week) => sql`
  own_projects as (
    select p.id, p.slug, p.name from project_members m join projects p on p.id = m.project_id
    join users u on u.id = m.user_id and u.company_id = p.company_id where m.user_id = ${id}
  ), mine as (
    select a.id from accounts a join sources s on s.id = a.source_id join own_projects p on p.id = s.project_id
    where not a.is_bot and (lower(a.email) = lower(${email}) or exists (
      select 1 from connections c where c.user_id = ${id} and c.provider = s.provider and lower(c.account) = lower(a.login)
        and starts_with(s.url, c.origin || '/')))
  )`;

const between = ({ from, to }: Week, time: ReturnType<typeof sql>) =>
  sql`${time} > ${from.toISOString()}::timestamptz and ${time} <= ${to.toISOString()}::timestamptz`;

const isMyIssue = sql`exists (select 1 from issue_assignees a where a.issue_id = i.id and a.account_id in (select id from mine))`;

/** Issues that were closed: assigned to the user, or closed by a commit or a merged request of theirs. */
export async function listClosedOfWeek(db: Db, week: Week, limit: number): Promise<WeekItem[]> {
  const { rows } = await sql<WeekItem>`
    with ${userTables(week)}
    select i.id, i.key, i.title, p.slug, p.name as project_name from issues i join own_projects p on p.id = i.project_id
    where i.state = 'closed' and ${between(week, sql`i.closed_at`)} and (${isMyIssue}
      or exists (select 1 from issue_commits l join git_commits c on c.id = l.commit_id join git_authors g on g.id = c.author_id
        where l.issue_id = i.id and l.how = 'closes' and lower(g.email) = lower(${week.user.email}))
      or exists (select 1 from issue_requests l join change_requests r on r.id = l.request_id
        where l.issue_id = i.id and l.how = 'closes' and r.state = 'merged' and r.author_id in (select id from mine)))
    order by i.closed_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

/** Requests of others that the user reviewed. */
export async function listReviewedInWeek(db: Db, week: Week, limit: number): Promise<WeekItem[]> {
  const { rows } = await sql<WeekItem>`
    with ${userTables(week)}
    select r.id, r.key, r.title, p.slug, p.name as project_name from change_requests r join own_projects p on p.id = r.project_id
    where (r.author_id is null or r.author_id not in (select id from mine)) and exists (
      select 1 from request_reviews v where v.request_id = r.id and v.account_id in (select id from mine)
        and ${between(week, sql`v.submitted_at`)})
    order by r.updated_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Open requests of others that wait for a review that the user was asked for, the newest activity first. */
export async function listAskedReviews(db: Db, week: Week, limit: number): Promise<WeekItem[]> {
  const { rows } = await sql<WeekItem>`
    with ${userTables(week)}
    select r.id, r.key, r.title, p.slug, p.name as project_name from change_requests r join own_projects p on p.id = r.project_id
    where r.state = 'open' and not r.is_draft
      and exists (select 1 from request_accounts a where a.request_id = r.id and a.role = 'reviewer' and a.account_id in (select id from mine))
      and not exists (select 1 from request_reviews v where v.request_id = r.id and v.account_id in (select id from mine))
    order by r.updated_at desc, r.id limit ${limit}`.execute(db);
  return rows;
}

/** Open issues that are assigned to the user, those with the newest activity first. */
export async function listOpenAssigned(db: Db, week: Week, limit: number): Promise<WeekItem[]> {
  const { rows } = await sql<WeekItem>`
    with ${userTables(week)}
    select i.id, i.key, i.title, p.slug, p.name as project_name from issues i join own_projects p on p.id = i.project_id
    where i.state = 'open' and ${isMyIssue} order by i.updated_at desc, i.id limit ${limit}`.execute(db);
  return rows;
}

/** What the user was asked, and new matches of the searches that they watch, read or not; the newest first. */
export async function listNoticesOfWeek(db: Db, week: Week, limit: number): Promise<ReadableNotice[]> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${week.user.id} and n.kind in ('assigned', 'mentioned', 'search_matched') and ${between(week, sql`n.at`)} and ${isVisible}
    order by n.at desc, n.id limit ${limit}`.execute(db);
  return rows;
}
