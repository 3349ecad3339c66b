/** Mirrored access: which members may see a mirrored source at its host, and the memberships that follow from it. */
import { type Selectable, sql } from "kysely";
import type { Db } from "../../openDb.ts";
import type { SourceAccessChecksTable } from "../../schema/hostAccessSchema.ts";
import type { SourceRow } from "./sources.ts";

export type AccessState = Selectable<SourceAccessChecksTable>["state"];

/** A member and a mirrored source that the member's account is asked about. */
export interface AccessPair {
  readonly source_id: string;
  readonly user_id: string;
  readonly kind: SourceRow["kind"];
  readonly provider: string;
  readonly url: string;
  readonly connection_id: string;
  readonly account: string;
  readonly origin: string | null;
  /** The host's id of the source, where it gave one when mirroring was turned on. */
  readonly target: string | null;
}

const PAIRS = sql`
  sources s
  join project_members m on m.project_id = s.project_id
  join connections a on a.user_id = m.member_user_id and a.provider = s.access_account
  left join source_access_checks c on c.source_id = s.id and c.user_id = a.user_id`;

/** Users with a check that is due, with their company, at most `limit`. */
export async function listUsersToCheck(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ readonly user_id: string; readonly company_id: string | null }[]> {
  // Two parts: answers are found by the index of their times, and only members without one by their memberships.
  const { rows } = await sql<{ user_id: string; company_id: string | null }>`
    select u.id as user_id, u.company_id from users u where u.id in (
      select c.user_id from source_access_checks c join sources s on s.id = c.source_id and s.access_mirrored
      join connections a on a.user_id = c.user_id and a.provider = s.access_account
      where c.due_at <= ${now}
      union
      select m.member_user_id from sources s join project_members m on m.project_id = s.project_id
      where s.access_mirrored
        and exists (select 1 from connections a where a.user_id = m.member_user_id and a.provider = s.access_account)
        and not exists (
          select 1 from source_access_checks c where c.source_id = s.id and c.user_id = m.member_user_id)
    ) order by u.id limit ${limit}`.execute(db);
  return rows;
}

/** What a user's accounts are asked about: what is due; with `idleSince` what closes a membership and was not checked since that time. */
export async function listPairs(
  db: Db,
  userId: string,
  { now, idleSince }: { readonly now: Date; readonly idleSince?: Date },
): Promise<AccessPair[]> {
  const isDue =
    idleSince === undefined
      ? sql`c.due_at is null or c.due_at <= ${now}`
      : sql`m.closed_user_id is not null and (c.checked_at is null or c.checked_at < ${idleSince})`;
  const { rows } = await sql<AccessPair>`
    select s.id as source_id, a.user_id, s.kind, s.provider, s.url, a.id as connection_id, a.account, a.origin, s.access_target as target
    from ${PAIRS} where s.access_mirrored and a.user_id = ${userId} and (${isDue}) order by c.due_at nulls first, s.id`.execute(
    db,
  );
  return rows;
}

export interface AccessAnswer {
  readonly state: AccessState;
  /** When the check began. */
  readonly at: Date;
  readonly due: Date;
}

/**
 * Stores the answer of a host, unless the account was disconnected or exchanged meanwhile, the user was removed from the project, the address
 * of the source was changed, or a later check has ended before. What was requested since the check began stays due.
 */
export async function upsertAccessCheck(
  db: Db,
  pair: Pick<AccessPair, "source_id" | "user_id" | "connection_id" | "account" | "url">,
  { state, at, due }: AccessAnswer,
): Promise<void> {
  const allowed = state === "allowed" ? sql`${at}::timestamptz` : sql`null::timestamptz`;
  await sql`
    insert into source_access_checks as c (source_id, user_id, state, checked_at, allowed_at, due_at)
    select s.id, a.user_id, ${state}, ${at}::timestamptz, ${allowed}, ${due}::timestamptz
    from connections a join sources s on s.id = ${pair.source_id} and s.url = ${pair.url} and s.access_account = a.provider
    where a.id = ${pair.connection_id} and a.account = ${pair.account} and a.user_id = ${pair.user_id}
      and exists (select 1 from project_members m where m.project_id = s.project_id and m.member_user_id = a.user_id)
    for key share of a, s
    on conflict (source_id, user_id) do update set
      state = excluded.state, checked_at = excluded.checked_at,
      allowed_at = case excluded.state when 'allowed' then excluded.allowed_at when 'unknown' then c.allowed_at end,
      due_at = case when c.due_at > ${at}::timestamptz and c.due_at < excluded.due_at
        then c.due_at else excluded.due_at end
    where c.checked_at <= excluded.checked_at`.execute(db);
}

/** Makes the checks of a source, of a linked group or of an account due. One that has just begun is followed by another one after `spacing` milliseconds. */
export async function updateAccessDue(
  db: Db,
  of:
    | { readonly sourceId: string }
    | { readonly groupId: string }
    | { readonly userId: string; readonly account: string },
  now: Date,
  spacing: number,
): Promise<void> {
  const which =
    "sourceId" in of
      ? sql`source_id = ${of.sourceId}`
      : "groupId" in of
        ? sql`source_id in (select id from sources where group_id = ${of.groupId})`
        : sql`user_id = ${of.userId} and source_id in (select id from sources where access_account = ${of.account})`;
  await sql`
    update source_access_checks set
      due_at = least(due_at, greatest(${now}::timestamptz, checked_at + ${spacing} * interval '1 millisecond'))
    where ${which}`.execute(db);
}

/** Forgets what hosts have answered to a user's account, after its connection was deleted or exchanged. */
export async function deleteAccessChecks(db: Db, userId: string, account?: string): Promise<void> {
  await sql`
    delete from source_access_checks c using sources s
    where s.id = c.source_id and c.user_id = ${userId}
      and ${account === undefined ? sql`true` : sql`s.access_account = ${account}`}`.execute(db);
}

/** Whether a source is mirrored. @param groupId only among the repositories of this linked group */
export async function hasMirroredSource(db: Db, groupId?: string): Promise<boolean> {
  const row = await db
    .selectFrom("sources")
    .select("id")
    .where("access_mirrored", "=", true)
    .$if(groupId !== undefined, (query) => query.where("group_id", "=", groupId ?? ""))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The mirrored sources of a project. */
export const listMirroredSources = (db: Db, companyId: string, slug: string) =>
  db
    .selectFrom("sources")
    .innerJoin("projects", "projects.id", "sources.project_id")
    .select(["sources.id", "sources.project_id", "sources.kind", "sources.url"])
    .where("projects.company_id", "=", companyId)
    .where("projects.slug", "=", slug)
    .where("sources.access_mirrored", "=", true)
    .orderBy("sources.id")
    .execute();

/** A source as far as mirroring goes. */
export const findMirrorChoice = (db: Db, projectId: string, sourceId: string) =>
  db
    .selectFrom("sources")
    .leftJoin("users", "users.id", "sources.mirrored_by")
    .select([
      "sources.id",
      "sources.kind",
      "sources.provider",
      "sources.url",
      "sources.access_mirrored",
      "sources.mirrored_at",
      "users.name as mirrored_by",
    ])
    .where("sources.id", "=", sourceId)
    .where("sources.project_id", "=", projectId)
    .executeTakeFirst();

/** @returns false where the source has this choice already */
export async function updateMirrorChoice(
  transaction: Db,
  sourceId: string,
  choice: {
    readonly account: string;
    readonly target: string | null;
    readonly by: string | null;
    readonly at: Date;
  } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("sources")
    .set({
      access_mirrored: choice !== null,
      access_account: choice?.account ?? null,
      access_target: choice?.target ?? null,
      mirrored_by: choice?.by ?? null,
      mirrored_at: choice?.at ?? null,
    })
    .where("id", "=", sourceId)
    .where("access_mirrored", "=", choice === null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && choice === null)
    await transaction.deleteFrom("source_access_checks").where("source_id", "=", sourceId).execute();
  return numUpdatedRows > 0n;
}

/** Members of a project with an account, those of them who have connected an account of a provider, and those who are closed out. */
export async function countMirroredMembers(
  db: Db,
  projectId: string,
  account: string,
): Promise<{ readonly members: number; readonly connected: number; readonly closed: number }> {
  const { rows } = await sql<{ members: number; connected: number; closed: number }>`
    select count(*)::int as members, count(a.id)::int as connected, count(m.closed_user_id)::int as closed
    from project_members m left join connections a
      on a.user_id = m.member_user_id and a.provider = ${account} and a.failed_at is null
    where m.project_id = ${projectId} and m.member_user_id is not null`.execute(db);
  return rows[0] ?? { members: 0, connected: 0, closed: 0 };
}

/** When the answer about a source that is the oldest of all members' was given; null without one. */
export async function findOldestCheck(db: Db, sourceId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("source_access_checks")
    .select((is) => is.fn.min("checked_at").as("at"))
    .where("source_id", "=", sourceId)
    .executeTakeFirst();
  return row?.at ?? null;
}
