/** Changes of messages that a company's app has posted to a channel. */
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import type { Db } from "../../db/openDb.ts";
import { type ChatAppRow, findChatApp } from "../../db/tables/chats/chatApps.ts";
import { type ChatMessageRow, updateChatMessage } from "../../db/tables/chats/chatMessages.ts";
import { type OutgoingWebhookRow, findOutgoingWebhook } from "../../db/tables/notices/outgoingWebhooks.ts";
import { listDeliveriesByIds } from "../../db/tables/sources/webhookDeliveries.ts";
import type { ReportedEvent } from "../outgoingWebhooks/chatMessages.ts";
import { readReported } from "../outgoingWebhooks/readReported.ts";
import { chatSecretOf } from "./chatApps.ts";
import type { ChatFailure } from "./chatClient.ts";
import type { ChatDeps } from "./chatDeps.ts";
import { noteChatFailure } from "./sendMessage.ts";

/** What a message in a channel shows now. */
export interface ChannelContent {
  readonly webhook: OutgoingWebhookRow;
  readonly reported: readonly ReportedEvent[];
}

/** A change of a message that is there. */
export interface ChannelChange extends ChannelContent {
  readonly app: ChatAppRow;
  readonly secret: string;
  /** The chat's id of the message. */
  readonly ts: string;
}

/** What a message in a channel may show now, in the words of its webhook; null where that is nothing. */
export async function readChannelContent(
  { db, link }: { readonly db: Db; readonly link: (path: string) => string },
  { webhook_id: webhookId, deliveries: ids }: Pick<ChatMessageRow, "webhook_id" | "deliveries">,
): Promise<ChannelContent | null> {
  if (webhookId === null) return null;
  const webhook = await findOutgoingWebhook(db, webhookId);
  const deliveries = await listDeliveriesByIds(db, webhookId, ids);
  const { reported } = await readReported(db, deliveries, link);
  return webhook && reported.length > 0 ? { webhook, reported } : null;
}

/** Changes a leased message in a channel by `change`. */
export async function changeInChannel(
  deps: ChatDeps,
  chat: Chat,
  row: ChatMessageRow,
  change: (change: ChannelChange) => Promise<{ readonly ok: true } | ChatFailure>,
): Promise<void> {
  const { db } = deps;
  const app = await findChatApp(db, chat, row.company_id);
  const secret = app && (await chatSecretOf(deps, db, app));
  const content = await readChannelContent(deps, row);
  if (!app || !secret || !content || row.ts === null) return updateChatMessage(db, row, { state: "dropped" });
  const answer = await change({ ...content, app, secret, ts: row.ts });
  if (!answer.ok) return noteChatFailure(deps, { app, row, link: null }, answer);
  await updateChatMessage(db, row, { state: "sent" });
}
