/** Which users of chats the users of a company are, and codes by which they link them. */
import { type Insertable, type Selectable, type Updateable, sql } from "kysely";
import type { Chat } from "../../../../contract/notices/chatActionKinds.ts";
import type { NoticeKind } from "../../../../contract/notices/noticeKinds.ts";
import type { Db } from "../../openDb.ts";
import type { ChatUserAttemptsTable, ChatUsersTable } from "../../schema/chatSchema.ts";
import type { ChatAppRow } from "./chatApps.ts";
import { ownerMaySignIn } from "../directory/ssoAccounts.ts";
import { PRINCIPAL_COLUMNS } from "../accounts/users.ts";

export type ChatUserRow = Selectable<ChatUsersTable>;
export type ChatUserAttemptRow = Selectable<ChatUserAttemptsTable>;

/** The link of a user in the company that they are in now. */
export const findChatUser = (db: Db, chat: Chat, userId: string): Promise<ChatUserRow | undefined> =>
  db
    .selectFrom("chat_users as link")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "link.user_id").onRef("users.company_id", "=", "link.company_id"),
    )
    .selectAll("link")
    .where("link.user_id", "=", userId)
    .where("link.chat", "=", chat)
    .executeTakeFirst();

/** The user who has linked this user of the app's chat, as the principal of a call; undefined for one who could not sign in. */
export const findChatPrincipal = (
  db: Db,
  { company_id: companyId, chat }: Pick<ChatAppRow, "company_id" | "chat">,
  chatUserId: string,
) =>
  db
    .selectFrom("chat_users as link")
    .innerJoin("users", (join) =>
      join.onRef("users.id", "=", "link.user_id").onRef("users.company_id", "=", "link.company_id"),
    )
    .leftJoin("companies", "companies.id", "users.company_id")
    .select(PRINCIPAL_COLUMNS)
    .where("link.company_id", "=", companyId)
    .where("link.chat", "=", chat)
    .where("link.chat_user_id", "=", chatUserId)
    .where(ownerMaySignIn)
    .executeTakeFirst();

/** Stores a link in place of the user's present one. @returns false where the user of the chat is linked to another user */
export async function upsertChatUser(db: Db, row: Insertable<ChatUsersTable>): Promise<boolean> {
  await db.deleteFrom("chat_users").where("user_id", "=", row.user_id).where("chat", "=", row.chat).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("chat_users")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes a link. @returns false where the user has another one now, or none */
export async function updateChatUser(
  db: Db,
  { user_id: userId, chat, chat_user_id: chatUserId }: Pick<ChatUserRow, "user_id" | "chat" | "chat_user_id">,
  change: Updateable<ChatUsersTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("chat_users")
    .set(change)
    .where("user_id", "=", userId)
    .where("chat", "=", chat)
    .where("chat_user_id", "=", chatUserId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes where the conversation with a linked user of the app's chat is now. */
export async function updateConversation(
  db: Db,
  { company_id: companyId, chat }: Pick<ChatAppRow, "company_id" | "chat">,
  chatUserId: string,
  { channel, service_url: serviceUrl }: { readonly channel: string; readonly service_url: string },
): Promise<void> {
  await db
    .updateTable("chat_users")
    .set({ channel, service_url: serviceUrl })
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .where("chat_user_id", "=", chatUserId)
    .where((is) =>
      is.or([is("channel", "is distinct from", channel), is("service_url", "is distinct from", serviceUrl)]),
    )
    .execute();
}

/** @returns the user of the chat who was linked; undefined for none */
export const deleteChatUser = (db: Db, chat: Chat, userId: string): Promise<ChatUserRow | undefined> =>
  db.deleteFrom("chat_users").where("user_id", "=", userId).where("chat", "=", chat).returningAll().executeTakeFirst();

/** Deletes a user's links to all chats and what the user has begun to link. */
export async function deleteChatAccess(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("chat_user_attempts").where("user_id", "=", userId).execute();
  await db.deleteFrom("chat_users").where("user_id", "=", userId).execute();
}

export async function countChatUsers(db: Db, chat: Chat, companyId: string): Promise<number> {
  const { n } = await db
    .selectFrom("chat_users")
    .select((is) => is.cast<number>(is.fn.countAll(), "integer").as("n"))
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .executeTakeFirstOrThrow();
  return n;
}

/** Stores a code in place of the one that the user has asked for before. */
export async function upsertChatUserAttempt(db: Db, row: Insertable<ChatUserAttemptsTable>): Promise<void> {
  const { user_id: _user, chat: _chat, ...values } = row;
  await db
    .insertInto("chat_user_attempts")
    .values(row)
    .onConflict((conflict) => conflict.columns(["user_id", "chat"]).doUpdateSet(values))
    .execute();
}

export const findChatUserAttempt = (
  db: Db,
  chat: Chat,
  userId: string,
  now: Date,
): Promise<ChatUserAttemptRow | undefined> =>
  db
    .selectFrom("chat_user_attempts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("chat", "=", chat)
    .where("expires_at", ">", now)
    .executeTakeFirst();

/** Notes who has typed a code of the app's company and where, once. @returns false for a code that is unknown, over or typed already */
export async function updateChatCodeTyped(
  db: Db,
  { app, codeHash, now }: { readonly app: ChatAppRow; readonly codeHash: string; readonly now: Date },
  person: Pick<Updateable<ChatUserAttemptsTable>, "chat_user_id" | "name" | "channel" | "service_url">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("chat_user_attempts")
    .set(person)
    .where("company_id", "=", app.company_id)
    .where("chat", "=", app.chat)
    .where("code_hash", "=", codeHash)
    .where("chat_user_id", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes what a user has begun. @returns it; undefined for none, or an expired one */
export const takeChatUserAttempt = (
  db: Db,
  chat: Chat,
  userId: string,
  now: Date,
): Promise<ChatUserAttemptRow | undefined> =>
  db
    .deleteFrom("chat_user_attempts")
    .where("user_id", "=", userId)
    .where("chat", "=", chat)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();

/** A user gets no messages of a kind in a chat any more, in no project; the app shows it as before. */
export async function updateKindNotMessaged(db: Db, chat: Chat, userId: string, kind: NoticeKind): Promise<void> {
  await sql`
    insert into notice_channels (user_id, project_id, kind, channel)
    select ${userId}, p.project_id, ${kind}, 'app' from (
      select null as project_id
      union select project_id from notice_channels
        where user_id = ${userId} and project_id is not null and kind in ('all', ${kind}) and channel = ${chat}
    ) as p
    on conflict (user_id, coalesce(project_id, ''), kind) do update set channel = 'app'
      where notice_channels.channel = ${chat}`.execute(db);
}
