/** Messages in chats: one row a notice, and one row a message in a channel. */
import { type Selectable, sql } from "kysely";
import type { Chat } from "../../../../contract/notices/chatActionKinds.ts";
import type { Db } from "../../openDb.ts";
import type { ChatMessagesTable, ChatResult } from "../../schema/chatSchema.ts";
import type { ChatUserRow } from "./chatUsers.ts";
import { READABLE, type ReadableNotice, isVisible } from "../notices/notices.ts";

export type ChatMessageRow = Selectable<ChatMessagesTable>;

/** The name of a chat is written out, so that the index of its notices is used. */
const waitsFor = (chat: Chat) => sql`n.read_at is null and n.channel = ${sql.lit(chat)} and n.mailed_count < n.count`;
/** Links that can be sent to, of users who are in the company of the app. */
const linkedIn = (chat: Chat) => sql`join chat_users l on l.user_id = n.user_id and l.chat = ${chat}
  join chat_apps a on a.company_id = l.company_id and a.chat = l.chat and a.ended_at is null
  join users u on u.id = n.user_id and u.company_id = l.company_id`;

/** Linked users with notices that no message has reported, by id. @param after the id after which the page begins */
export async function listUsersToMessage(
  db: Db,
  chat: Chat,
  { after, since, limit }: { readonly after: string; readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct n.user_id from notices n ${linkedIn(chat)}
    where ${waitsFor(chat)} and n.user_id > ${after} and n.at > ${since.toISOString()}::timestamptz order by 1 limit ${limit}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** Notices of a linked user that wait for a message and that they may see, newest last. */
export async function listUnmessagedNotices(
  db: Db,
  chat: Chat,
  userId: string,
  since: Date,
): Promise<ReadableNotice[]> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${userId} and ${waitsFor(chat)} and n.at > ${since.toISOString()}::timestamptz and ${isVisible}
    order by n.at, n.id limit 100`.execute(db);
  return rows;
}

/** A notice of a user that they may see now, read or not. */
export async function findVisibleNotice(db: Db, userId: string, id: string): Promise<ReadableNotice | undefined> {
  const { rows } = await sql<ReadableNotice>`${READABLE}
    where n.user_id = ${userId} and n.id = ${id} and ${isVisible}`.execute(db);
  return rows[0];
}

/** A message about a notice waits to be sent, or to be changed where there is one. */
export async function upsertChatMessage(
  db: Db,
  { id, link, noticeId }: { readonly id: string; readonly link: ChatUserRow; readonly noticeId: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto("chat_messages")
    .values({
      id,
      chat: link.chat,
      user_id: link.user_id,
      company_id: link.company_id,
      notice_id: noticeId,
      state: "waiting",
      channel: null,
      ts: null,
      results: "[]",
      next_attempt_at: now,
      leased_until: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["notice_id", "chat"]).doUpdateSet({
        state: "waiting",
        next_attempt_at: now,
        attempts: 0,
      }),
    )
    .execute();
}

/** Messages whose notice was read or is gone from view since they were sent wait to be changed. */
export async function updateReadMessagesWaiting(db: Db, chat: Chat, now: Date, since: Date): Promise<void> {
  await sql`
    update chat_messages m set state = 'waiting', attempts = 0, next_attempt_at = ${now.toISOString()}::timestamptz
    from notices n where n.id = m.notice_id and n.read_at is not null and m.chat = ${chat} and m.state = 'sent' and not m.is_settled
      and m.created_at > ${since.toISOString()}::timestamptz`.execute(db);
}

/**
 * Takes the message that has waited longest, or the one with this id, where it is due. A lease that was not given back is that of a process
 * which has ended: what it sent may have arrived.
 */
export async function leaseDueMessage(
  db: Db,
  chat: Chat,
  { now, leaseUntil, id = null }: { readonly now: Date; readonly leaseUntil: Date; readonly id?: string | null },
): Promise<ChatMessageRow | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await sql<{ id: string }>`
    update chat_messages set leased_until = ${leaseUntil.toISOString()}::timestamptz, attempts = attempts + 1,
      is_repeat = is_repeat or (leased_until is not null and ts is null), state = 'sending'
    where id = (
      select m.id from chat_messages m join chat_apps a on a.company_id = m.company_id and a.chat = m.chat
      where m.chat = ${chat} and a.ended_at is null and (a.resume_at is null or a.resume_at <= ${at}) and m.next_attempt_at <= ${at}
        and m.state in ('waiting', 'sending') and (m.leased_until is null or m.leased_until <= ${at})
        and (${id}::text is null or m.id = ${id}::text)
      order by m.next_attempt_at, m.id limit 1 for no key update of m skip locked
    ) returning id`.execute(db);
  const [leased] = rows;
  return leased && findChatMessage(db, leased.id);
}

export const findChatMessage = (db: Db, id: string): Promise<ChatMessageRow | undefined> =>
  db.selectFrom("chat_messages").selectAll().where("id", "=", id).executeTakeFirst();

/** Stores the result of sending a message that this process has leased. One that is to be changed again meanwhile keeps waiting. */
export async function updateChatMessage(
  db: Db,
  { id, attempts }: Pick<ChatMessageRow, "id" | "attempts">,
  change: Partial<Pick<ChatMessageRow, "state" | "channel" | "ts" | "is_repeat" | "is_settled" | "next_attempt_at">> & {
    /** An attempt that the other side has postponed does not count. */
    readonly isPostponed?: boolean;
  },
): Promise<void> {
  const { isPostponed = false, state, ...values } = change;
  await db
    .updateTable("chat_messages")
    .set({
      ...values,
      leased_until: null,
      ...(isPostponed && { attempts: attempts - 1 }),
      ...(state && { state: sql`case when state = 'sending' then ${state} else state end` }),
    })
    .where("id", "=", id)
    .execute();
}

/** Locks a message until the transaction ends. */
export const lockChatMessage = (tx: Db, id: string): Promise<ChatMessageRow | undefined> =>
  tx.selectFrom("chat_messages").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Stores what buttons have done, and has the message changed. @param refusals how many of them were refused since */
export async function updateChatResults(
  tx: Db,
  id: string,
  results: readonly ChatResult[],
  {
    now,
    settleAt,
    refusals,
    isShown,
  }: {
    readonly now: Date;
    readonly settleAt: Date | null;
    readonly refusals: number;
    /** The message is to be changed. */
    readonly isShown: boolean;
  },
): Promise<void> {
  await tx
    .updateTable("chat_messages")
    .set((set) => ({
      results: JSON.stringify(results),
      round: set("round", "+", refusals),
      settle_at: settleAt,
      ...(isShown && { state: "waiting" as const, attempts: 0, next_attempt_at: now }),
    }))
    .where("id", "=", id)
    .execute();
}

/** Ids of messages of a chat whose pending changes are due to be settled, those that wait longest first. */
export async function listChatMessagesToSettle(
  db: Db,
  chat: Chat,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("chat_messages")
    .select("id")
    .where("chat", "=", chat)
    .where("settle_at", "<=", now)
    .orderBy("settle_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Has a message settled at another time. */
export async function updateSettleTime(db: Db, id: string, settleAt: Date): Promise<void> {
  await db.updateTable("chat_messages").set({ settle_at: settleAt }).where("id", "=", id).execute();
}

/** Stores a message in a channel before it is posted, so that its buttons can name it. */
export async function insertChannelMessage(
  db: Db,
  row: {
    readonly id: string;
    readonly chat: Chat;
    readonly companyId: string;
    readonly webhookId: string;
    readonly channel: string;
    readonly deliveries: readonly string[];
  },
  now: Date,
): Promise<void> {
  await db
    .insertInto("chat_messages")
    .values({
      id: row.id,
      chat: row.chat,
      user_id: null,
      company_id: row.companyId,
      notice_id: null,
      webhook_id: row.webhookId,
      deliveries: JSON.stringify(row.deliveries),
      state: "sent",
      channel: row.channel,
      ts: null,
      results: "[]",
      next_attempt_at: now,
      leased_until: null,
    })
    .execute();
}

/** Stores the chat's id of a message in a channel, unless it has one. @param channel its conversation, where that is narrower than the channel */
export async function updateChannelMessageTs(db: Db, id: string, ts: string, channel?: string): Promise<void> {
  await db
    .updateTable("chat_messages")
    .set({ ts, ...(channel !== undefined && { channel }) })
    .where("id", "=", id)
    .where("ts", "is", null)
    .execute();
}

/** Deletes a message that was not posted. */
export async function deleteChatMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("chat_messages").where("id", "=", id).execute();
}

/** Whether a message that reports one of these deliveries may have been posted without an answer. */
export async function hasUnansweredMessage(db: Db, webhookId: string, deliveries: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from chat_messages
    where webhook_id = ${webhookId} and ts is null and deliveries ?| ${[...deliveries]}::text[] limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes messages in channels. Those about notices go with their notice. */
export async function deleteChannelMessagesBefore(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("chat_messages").where("webhook_id", "is not", null).where("created_at", "<", at).execute();
}

/** The issue of a delivery that a message in a channel reports, where it is still there. */
export async function findDeliveredIssue(
  db: Db,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<{ readonly slug: string; readonly issueId: string } | undefined> {
  return db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("projects", "projects.id", "delivery.project_id")
    .innerJoin("issues", (join) =>
      join.onRef("issues.id", "=", "delivery.subject_id").onRef("issues.project_id", "=", "delivery.project_id"),
    )
    .select(["projects.slug", "issues.id as issueId"])
    .where("delivery.id", "=", deliveryId)
    .where("delivery.webhook_id", "=", webhookId)
    .where("delivery.subject_kind", "=", "issue")
    .executeTakeFirst();
}
