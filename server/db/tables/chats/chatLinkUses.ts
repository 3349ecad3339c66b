/** Links in messages of chats, and who has used them. */
import { sql } from "kysely";
import type { Db } from "../../openDb.ts";

/** What a link names, as it is now; undefined where the delivery is gone, or is not about this issue in this company. */
export const findChatLinkTarget = (
  db: Db,
  {
    companyId,
    deliveryId,
    issueId,
  }: { readonly companyId: string; readonly deliveryId: string; readonly issueId: string },
) =>
  db
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("outgoing_webhooks as webhook", "webhook.id", "delivery.webhook_id")
    .innerJoin("issues", (join) =>
      join.onRef("issues.id", "=", "delivery.subject_id").onRef("issues.project_id", "=", "delivery.project_id"),
    )
    .innerJoin("sources", "sources.id", "issues.source_id")
    .select([
      "issues.project_id",
      "issues.id as issue_id",
      "issues.key",
      "issues.title",
      "issues.state",
      "sources.name as tracker",
    ])
    .where("delivery.id", "=", deliveryId)
    .where("delivery.subject_kind", "=", "issue")
    .where("issues.id", "=", issueId)
    .where("webhook.company_id", "=", companyId)
    .executeTakeFirst();

/** The use of a link, with the name of its user; null for one who is gone. */
export const findChatLinkUse = (db: Db, deliveryId: string, action: string) =>
  db
    .selectFrom("chat_link_uses as use")
    .leftJoin("users", "users.id", "use.user_id")
    .selectAll("use")
    .select("users.name")
    .where("use.delivery_id", "=", deliveryId)
    .where("use.action", "=", action)
    .executeTakeFirst();
export type ChatLinkUse = NonNullable<Awaited<ReturnType<typeof findChatLinkUse>>>;

interface ChatLinkKey {
  readonly deliveryId: string;
  readonly action: string;
  readonly userId: string;
}
/** A use of a link: one that another has replaced changes nothing any more. */
export interface TakenChatLink extends ChatLinkKey {
  readonly round: number;
}

/**
 * Takes a link for a user, who may take it again while its end is not known. Another user can take it once `staleAt` is after its start.
 * @returns its round; undefined where it is used, or taken by another user
 */
export async function takeChatLink(db: Db, use: ChatLinkKey, now: Date, staleAt: Date): Promise<number | undefined> {
  const { rows } = await sql<{ round: number }>`
    insert into chat_link_uses as u (delivery_id, action, user_id, started_at)
    values (${use.deliveryId}, ${use.action}, ${use.userId}, ${now.toISOString()}::timestamptz)
    on conflict (delivery_id, action) do update set user_id = excluded.user_id, started_at = excluded.started_at
      where u.ended_at is null and (u.user_id is null or u.user_id = excluded.user_id
        or u.started_at < ${staleAt.toISOString()}::timestamptz)
    returning round`.execute(db);
  return rows[0]?.round;
}

/** Notes that a link was used, by the user who has taken it. */
export async function updateChatLinkUsed(db: Db, use: TakenChatLink, now: Date): Promise<void> {
  await db
    .updateTable("chat_link_uses")
    .set({ ended_at: now })
    .where("delivery_id", "=", use.deliveryId)
    .where("action", "=", use.action)
    .where("user_id", "=", use.userId)
    .where("round", "=", use.round)
    .where("ended_at", "is", null)
    .execute();
}

/** Gives a link back whose action was refused: it can be used again, and the next use is a change of its own. */
export async function updateChatLinkFree(db: Db, use: TakenChatLink): Promise<void> {
  await db
    .updateTable("chat_link_uses")
    .set((row) => ({ user_id: null, round: row("round", "+", 1) }))
    .where("delivery_id", "=", use.deliveryId)
    .where("action", "=", use.action)
    .where("user_id", "=", use.userId)
    .where("round", "=", use.round)
    .where("ended_at", "is", null)
    .execute();
}
