/** The apps of companies in chats, and the requests of chats that were accepted. */
import type { Insertable, Selectable, Updateable } from "kysely";
import type { Chat } from "../../../../contract/notices/chatActionKinds.ts";
import type { Db } from "../../openDb.ts";
import type { ChatAppsTable } from "../../schema/chatSchema.ts";

export type ChatAppRow = Selectable<ChatAppsTable>;
export type NewChatAppRow = Insertable<ChatAppsTable>;

export const findChatApp = (db: Db, chat: Chat, companyId: string): Promise<ChatAppRow | undefined> =>
  db
    .selectFrom("chat_apps")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .executeTakeFirst();

export async function insertChatApp(db: Db, row: Insertable<ChatAppsTable>): Promise<void> {
  await db.insertInto("chat_apps").values(row).execute();
}

export async function updateChatApp(
  db: Db,
  { company_id: companyId, chat }: Pick<ChatAppRow, "company_id" | "chat">,
  change: Updateable<ChatAppsTable>,
): Promise<void> {
  await db.updateTable("chat_apps").set(change).where("company_id", "=", companyId).where("chat", "=", chat).execute();
}

/** Deletes the app of a company with its links and messages; its secrets are the caller's to delete. */
export async function deleteChatApp(db: Db, chat: Chat, companyId: string): Promise<void> {
  await db.deleteFrom("chat_apps").where("company_id", "=", companyId).where("chat", "=", chat).execute();
}

/** Notes that the chat does not know the app any more, by the secret that it refused. @returns false where it was noted, or the secret was replaced */
export async function updateChatAppEnded(
  db: Db,
  {
    company_id: companyId,
    chat,
    token_secret_id: tokenId,
  }: Pick<ChatAppRow, "company_id" | "chat" | "token_secret_id">,
  at: Date,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("chat_apps")
    .set({ ended_at: at, ended_reason: reason })
    .where("company_id", "=", companyId)
    .where("chat", "=", chat)
    .where("token_secret_id", "=", tokenId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes a request of a chat. @returns false for one that was accepted before */
export async function insertChatRequest(
  db: Db,
  { company_id: companyId, chat }: Pick<ChatAppRow, "company_id" | "chat">,
  requestId: string,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("chat_requests")
    .values({ company_id: companyId, chat, request_id: requestId, received_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteChatRequestsBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("chat_requests").where("received_at", "<", at).execute();
}
