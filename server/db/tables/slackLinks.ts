/** Which Slack users the users of a company are, and codes by which they say so. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { NoticeKind } from "../../../contract/notices/noticeKinds.ts";
import type { Db } from "../openDb.ts";
import type { SlackLinkAttemptsTable, SlackLinksTable } from "../schema/slackSchema.ts";
import { ownerMaySignIn } from "./ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "./users.ts";

export type SlackLinkRow = Selectable<SlackLinksTable>;
export type SlackLinkAttemptRow = Selectable<SlackLinkAttemptsTable>;

/** The link of a user in the company that they are in now. */
export const findSlackLink = (db: Db, userId: string): Promise<SlackLinkRow | undefined> =>
  db
    .selectFrom("slack_links as link")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "link.user_id").onRef("users.company_id", "=", "link.company_id"),
    )
    .selectAll("link")
    .where("link.user_id", "=", userId)
    .executeTakeFirst();

/** The user who has linked this Slack user, as the principal of a call; undefined for one who could not sign in. */
export const findSlackPrincipal = (db: Db, companyId: string, slackUserId: string) =>
  db
    .selectFrom("slack_links as link")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "link.user_id").onRef("users.company_id", "=", "link.company_id"),
    )
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(PRINCIPAL_COLUMNS)
    .where("link.company_id", "=", companyId)
    .where("link.slack_user_id", "=", slackUserId)
    .where(ownerMaySignIn)
    .executeTakeFirst();

/** Stores a link in place of the user's present one. @returns false where the Slack user is linked to another user */
export async function upsertSlackLink(db: Db, row: Insertable<SlackLinksTable>): Promise<boolean> {
  await db.deleteFrom("slack_links").where("user_id", "=", row.user_id).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("slack_links")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes a link to a Slack user. @returns false where the user has another one now, or none */
export async function updateSlackLink(
  db: Db,
  { user_id: userId, slack_user_id: slackUserId }: Pick<SlackLinkRow, "user_id" | "slack_user_id">,
  change: Updateable<SlackLinksTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slack_links")
    .set(change)
    .where("user_id", "=", userId)
    .where("slack_user_id", "=", slackUserId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the Slack user who was linked; undefined for none */
export const deleteSlackLink = (db: Db, userId: string): Promise<SlackLinkRow | undefined> =>
  db.deleteFrom("slack_links").where("user_id", "=", userId).returningAll().executeTakeFirst();

/** Deletes a user's link and what the user has begun to link. */
export async function deleteSlackAccess(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("slack_link_attempts").where("user_id", "=", userId).execute();
  await deleteSlackLink(db, userId);
}

export async function countSlackLinks(db: Db, companyId: string): Promise<number> {
  const { n } = await db
    .selectFrom("slack_links")
    .select((is) => is.cast<number>(is.fn.countAll(), "integer").as("n"))
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Stores a code in place of the one that the user has asked for before. */
export async function upsertSlackLinkAttempt(db: Db, row: Insertable<SlackLinkAttemptsTable>): Promise<void> {
  const { user_id: _, ...values } = row;
  await db
    .insertInto("slack_link_attempts")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

export const findSlackLinkAttempt = (db: Db, userId: string, now: Date): Promise<SlackLinkAttemptRow | undefined> =>
  db
    .selectFrom("slack_link_attempts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Notes who has typed a code of the company, once. @returns false for a code that is unknown, over or typed already */
export async function updateSlackLinkTyped(
  db: Db,
  { companyId, codeHash, now }: { readonly companyId: string; readonly codeHash: string; readonly now: Date },
  person: { readonly slack_user_id: string; readonly name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("slack_link_attempts")
    .set(person)
    .where("company_id", "=", companyId)
    .where("code_hash", "=", codeHash)
    .where("slack_user_id", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes what a user has begun. @returns it; undefined for none, or one that is over */
export const takeSlackLinkAttempt = (db: Db, userId: string, now: Date): Promise<SlackLinkAttemptRow | undefined> =>
  db
    .deleteFrom("slack_link_attempts")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

/** A user gets no messages of a kind any more, in no project; the app shows it as before. */
export async function updateKindNotMessaged(db: Db, userId: string, kind: NoticeKind): Promise<void> {
  await sql`
    insert into notice_channels (user_id, project_id, kind, channel)
    select ${userId}, p.project_id, ${kind}, 'app' from (
      select null as project_id
      union select project_id from notice_channels
        where user_id = ${userId} and project_id is not null and kind in ('all', ${kind}) and channel = 'slack'
    ) as p
    on conflict (user_id, coalesce(project_id, ''), kind) do update set channel = 'app'
      where notice_channels.channel = 'slack'`.execute(db);
}
