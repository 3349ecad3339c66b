/** Notices that wait for a mail, and the users who get it. */
import { sql } from "kysely";
import type { Language } from "../../../../contract/access/users.ts";
import { DEFAULT_DIGEST_HOUR } from "../../../../contract/notices/noticeKinds.ts";
import type { Db } from "../../openDb.ts";
import { READABLE, type ReadableNotice, isVisible } from "./notices.ts";

const WAITS = sql`n.read_at is null and n.channel in ('daily', 'single') and n.mailed_count < n.count`;

/** Users of companies with notices that no mail has reported, by id. @param after the id after which the page begins */
export async function listUsersToMail(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct n.user_id from notices n join users u on u.id = n.user_id and u.company_id is not null
    where ${WAITS} and n.user_id > ${after} order by 1 limit ${limit}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** What waits for a mail to a user: the oldest notice of a kind and project. */
interface WaitingGroup extends Pick<ReadableNotice, "kind" | "project_id"> {
  readonly user: MailedUser;
  readonly oldest: Date;
}

/** What waits of these users, and that they may see. */
export async function listWaitingGroups(db: Db, userIds: readonly string[]): Promise<WaitingGroup[]> {
  const { rows } = await sql<UserRow & Omit<WaitingGroup, "user">>`
    select ${USER_COLUMNS}, n.kind, n.project_id, min(n.at) as oldest
    from notices n join users u on u.id = n.user_id join companies c on c.id = u.company_id
    left join notice_settings s on s.user_id = u.id
    where n.user_id = any(${[...userIds]}) and ${WAITS} and ${isVisible}
    group by u.id, c.id, s.user_id, n.kind, n.project_id order by u.id`.execute(db);
  return rows.map((row) => ({ user: userOf(row), kind: row.kind, project_id: row.project_id, oldest: row.oldest }));
}

export interface MailedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly timeZone: string;
  readonly mails: boolean;
  readonly digestHour: number;
  readonly quiet: { readonly from: number; readonly to: number } | null;
  readonly singleAt: Date | null;
}

interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly time_zone: string;
  readonly mails: boolean | null;
  readonly digest_hour: number | null;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly single_at: Date | null;
}
/** Columns of `users u`, `companies c` and `notice_settings s`. */
const USER_COLUMNS = sql`u.id, u.name, u.email, u.language, coalesce(s.time_zone, c.time_zone) as time_zone, s.mails, s.digest_hour,
  s.quiet_from, s.quiet_to, s.single_at`;

/**
 * A user of a company with their choices.
 * @param lock locked until the end of the transaction; undefined for one whom another process mails at the moment
 */
export async function findMailedUser(db: Db, userId: string, lock?: "lock"): Promise<MailedUser | undefined> {
  const { rows } = await sql<UserRow>`
    select ${USER_COLUMNS}
    from users u join companies c on c.id = u.company_id left join notice_settings s on s.user_id = u.id
    where u.id = ${userId} ${lock ? sql`for no key update of u skip locked` : sql``}`.execute(db);
  const [row] = rows;
  return row && userOf(row);
}

function userOf(row: UserRow): MailedUser {
  const { quiet_from: from, quiet_to: to } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    timeZone: row.time_zone,
    mails: row.mails ?? true,
    digestHour: row.digest_hour ?? DEFAULT_DIGEST_HOUR,
    quiet: from === null || to === null ? null : { from, to },
    singleAt: row.single_at,
  };
}

/** Notices of a user that wait for a mail and that they may see, newest last. */
export async function listUnmailedNotices(db: Db, userId: string): Promise<ReadableNotice[]> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${userId} and ${WAITS} and ${isVisible} order by n.at, n.id limit 1000`.execute(db);
  return rows;
}

/** Those of these notices that the user may see now and has not read, newest last. */
export async function listReadableNotices(db: Db, userId: string, ids: readonly string[]): Promise<ReadableNotice[]> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${userId} and n.id = any(${[...ids]}) and n.read_at is null and ${isVisible}
    order by p.name nulls first, n.at, n.id`.execute(db);
  return rows;
}

/** A mail reports the events that were counted when the row was read. */
export async function updateNoticesMailed(
  db: Db,
  rows: readonly Pick<ReadableNotice, "id" | "count">[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update notices n set mailed_count = r.count
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ count }) => count)}::int[]) as r (id, count)
    where n.id = r.id`.execute(db);
}

export async function updateSingleMailed(db: Db, userId: string, at: Date): Promise<void> {
  await sql`
    insert into notice_settings (user_id, mails, digest_hour, single_at)
    values (${userId}, true, ${DEFAULT_DIGEST_HOUR}, ${at.toISOString()}::timestamptz)
    on conflict (user_id) do update set single_at = excluded.single_at`.execute(db);
}
