/** Messages of a company's app in a channel, for the outbox of outgoing webhooks. */
import { ENDED_WAIT_MS } from "./chatLimits.ts";
import { SECOND_MS } from "../../../contract/durations.ts";
import type { Chat } from "../../../contract/notices/chatActionKinds.ts";
import { type ChatAppRow, findChatApp, updateChatApp } from "../../db/tables/chats/chatApps.ts";
import { deleteChatMessage, insertChannelMessage, updateChannelMessageTs } from "../../db/tables/chats/chatMessages.ts";
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";
import { type Message, parseMessage } from "../../messages/messages.ts";
import type { ChannelPost } from "../outgoingWebhooks/deliver.ts";
import type { RequestOutcome } from "../outgoingWebhooks/sendRequest.ts";
import { chatSecretOf, endChatApp } from "./chatApps.ts";
import type { ChatFailure, ChatPosted } from "./chatClient.ts";
import { type ChatDeps, nowOf } from "./chatDeps.ts";
import { CHAT_TEXTS } from "./chatTexts.ts";

/** What a message in a channel is posted with. */
export interface ChannelSending {
  readonly app: ChatAppRow;
  readonly secret: string;
  /** As the webhook has it. */
  readonly channelId: string;
  readonly content: Record<string, unknown>;
}

/** What is particular to a chat. */
export interface ChannelPoster {
  readonly chat: Chat;
  /** The conversation of a channel. */
  readonly conversationOf: (channelId: string) => string;
  readonly send: (sending: ChannelSending) => Promise<ChatPosted | ChatFailure>;
  /** `closed`: the chat takes nothing for the channel until a person has done something; `refused`: the chat never accepts this message. */
  readonly verdict: (failure: ChatFailure) => "closed" | "refused" | "failed";
}

/** Posts a message to the channel of a webhook. Never throws for what the chat refuses. */
export async function postByApp(
  deps: ChatDeps,
  { chat, conversationOf, send, verdict }: ChannelPoster,
  { id: webhookId, company_id: companyId, channel_id: channelId }: OutgoingWebhookRow,
  post: ChannelPost,
): Promise<RequestOutcome> {
  const { db } = deps;
  const started = performance.now();
  const outcome = (result: RequestOutcome["result"], error: Message | null, retryAfterMs: number | null = null) => ({
    result,
    status: null,
    durationMs: Math.round(performance.now() - started),
    error,
    response: "",
    retryAfterMs,
  });
  const app = await findChatApp(db, chat, companyId);
  const secret = app && (await chatSecretOf(deps, db, app));
  if (!app || !secret || channelId === null) return outcome("closed", CHAT_TEXTS[chat].noAppForChannel);
  const now = nowOf(deps);
  if (app.ended_reason !== null) return outcome("postponed", parseMessage(app.ended_reason), ENDED_WAIT_MS);
  const pauseMs = (app.resume_at?.getTime() ?? 0) - now.getTime();
  if (pauseMs > 0) return outcome("postponed", CHAT_TEXTS[chat].throttled, Math.max(pauseMs, SECOND_MS));
  const row = { id: post.id, chat, companyId, webhookId, channel: conversationOf(channelId) };
  await insertChannelMessage(db, { ...row, deliveries: post.deliveries }, now);
  const content = JSON.parse(post.body) as Record<string, unknown>;
  const answer = await send({ app, secret, channelId, content });
  if (answer.ok) {
    if (answer.ts !== null) await updateChannelMessageTs(db, post.id, answer.ts, answer.channel);
    return { ...outcome("sent", null), status: 200 };
  }
  // A message whose answer was lost may be there, and its buttons work.
  if (!answer.isLost) await deleteChatMessage(db, post.id);
  if (answer.isEnded) await endChatApp(deps, app, answer);
  if (answer.retryAfterMs !== null) {
    await updateChatApp(db, app, { resume_at: new Date(now.getTime() + answer.retryAfterMs) });
  }
  const isPostponed = answer.isEnded || answer.retryAfterMs !== null;
  const waitMs = answer.isEnded ? ENDED_WAIT_MS : answer.retryAfterMs;
  return { ...outcome(isPostponed ? "postponed" : verdict(answer), answer.text, waitMs), response: answer.error };
}
