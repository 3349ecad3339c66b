/** Memberships that are closed by mirrored access: which are, why, and those that change. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { AccessState } from "../sources/hostAccess.ts";

/** How long an answer counts while the host gives no other. The function `close_membership` of the database has the same bound. */
const COUNTS = sql`interval '24 hours'`;

/** Whether the check `c` lets its user in at a time. */
const lets = (now: Date) => sql`(c.state <> 'refused' and c.allowed_at > ${now}::timestamptz - ${COUNTS})`;

/** Whether the user of the membership `m` may see each mirrored source of its project. */
const maySee = (now: Date) => sql`not exists (
  select 1 from sources s where s.project_id = m.project_id and s.access_mirrored and not exists (
    select 1 from source_access_checks c
    where c.source_id = s.id and c.user_id = m.member_user_id and ${lets(now)}))`;

/** Whether nothing is left of removed sources of the membership's project: the index has a mirrored one until its job has ended. */
const isCleared = sql`not exists (select 1 from removed_sources r where r.project_id = m.project_id)`;

/** Projects with a membership that has to be closed or may be opened. @param userId only by the memberships of this user */
export async function listProjectsToSettle(db: Db, now: Date, userId: string | null = null): Promise<string[]> {
  const isOpen = userId === null ? sql`m.user_id is not null` : sql`m.user_id = ${userId}`;
  const isClosed = userId === null ? sql`m.closed_user_id is not null` : sql`m.closed_user_id = ${userId}`;
  const { rows } = await sql<{ id: string }>`
    select m.project_id as id from project_members m
    where ${isOpen} and m.project_id in (select project_id from sources where access_mirrored) and not ${maySee(now)}
    union
    select m.project_id from project_members m where ${isClosed} and ${isCleared} and ${maySee(now)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Closes the memberships of a project whose users may not see it. The caller has locked the project. @returns the users */
export async function closeMembers(transaction: Db, projectId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update project_members m set closed_user_id = m.user_id, user_id = null
    where m.project_id = ${projectId} and m.user_id is not null and not ${maySee(now)}
    returning m.closed_user_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Opens the closed memberships of a project whose users may see it. The caller has locked the project. @returns the users */
export async function openMembers(transaction: Db, projectId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    update project_members m set user_id = m.closed_user_id, closed_user_id = null
    where m.project_id = ${projectId} and m.closed_user_id is not null and ${isCleared} and ${maySee(now)}
    returning m.user_id as id`.execute(transaction);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Whether a membership of a user is closed. */
export async function hasClosedMembership(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("project_members")
    .select("id")
    .where("closed_user_id", "=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One mirrored source that closes a membership out, and what is known of the user's account. */
export interface ClosingSource {
  readonly project_id: string;
  readonly slug: string;
  readonly name: string;
  readonly user_id: string;
  readonly url: string;
  readonly account: string;
  readonly state: AccessState | null;
  readonly is_connected: boolean;
}

/** What closes the memberships of a user, or those of a project. */
export async function listClosingSources(
  db: Db,
  of: { readonly userId: string; readonly companyId: string | null } | { readonly projectId: string },
  now: Date,
): Promise<ClosingSource[]> {
  const which =
    "projectId" in of
      ? sql`m.project_id = ${of.projectId}`
      : sql`m.closed_user_id = ${of.userId} and p.company_id = ${of.companyId}`;
  const { rows } = await sql<ClosingSource>`
    select p.id as project_id, p.slug, p.name, m.closed_user_id as user_id, s.url, s.access_account as account, c.state,
      a.id is not null and a.failed_at is null as is_connected
    from project_members m join projects p on p.id = m.project_id
    join sources s on s.project_id = p.id and s.access_mirrored
    left join source_access_checks c on c.source_id = s.id and c.user_id = m.closed_user_id
    left join connections a on a.user_id = m.closed_user_id and a.provider = s.access_account
    where m.closed_user_id is not null and ${which} and ${lets(now)} is not true
    order by lower(p.name), p.id, s.access_account, s.id`.execute(db);
  return rows;
}
