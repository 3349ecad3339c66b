/** Messages of the company's Slack app in the channel of a project, for the outbox of outgoing webhooks. */
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { OutgoingWebhookRow } from "../../db/tables/outgoingWebhooks.ts";
import { findChatApp, updateChatApp } from "../../db/tables/chatApps.ts";
import { deleteChatMessage, insertChannelMessage, updateChannelMessageTs } from "../../db/tables/chatMessages.ts";
import { type Message, message, parseMessage } from "../../messages/messages.ts";
import type { ChannelPost } from "../outgoingWebhooks/deliver.ts";
import type { RequestOutcome } from "../outgoingWebhooks/sendRequest.ts";
import { chatSecretOf, endChatApp } from "../chats/chatApps.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import { nowOf } from "../chats/chatDeps.ts";
import { callSlack } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Poll interval while Slack rejects the app. */
const ENDED_WAIT_MS = 10 * MINUTE_MS;

/** Words of Slack by which it takes nothing for the channel until a person has done something. */
const CLOSED = new Set(["not_in_channel", "channel_not_found", "is_archived", "missing_scope", "restricted_action"]);
/** Words by which it takes this message at no time. */
const REFUSED = new Set(["invalid_blocks", "invalid_blocks_format", "msg_too_long", "no_text", "msg_blocks_too_long"]);

/** Posts a message to the channel of a webhook. Never throws for what Slack refuses. */
export async function postToChannel(
  deps: SlackDeps,
  { id: webhookId, company_id: companyId, channel_id: channel }: OutgoingWebhookRow,
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
  const app = await findChatApp(db, "slack", companyId);
  const token = app && (await chatSecretOf(deps, db, app));
  if (!app || !token || channel === null) return outcome("closed", message("slack.no_app_for_channel"));
  const now = nowOf(deps);
  if (app.ended_reason !== null) return outcome("postponed", parseMessage(app.ended_reason), ENDED_WAIT_MS);
  const pauseMs = (app.resume_at?.getTime() ?? 0) - now.getTime();
  if (pauseMs > 0) return outcome("postponed", message("slack.ratelimited"), Math.max(pauseMs, SECOND_MS));
  await insertChannelMessage(db, { id: post.id, companyId, webhookId, channel, deliveries: post.deliveries }, now);
  const content = JSON.parse(post.body) as Record<string, unknown>;
  const answer = await callSlack(deps, "chat.postMessage", token, {
    channel,
    ...content,
    unfurl_links: false,
    unfurl_media: false,
  });
  if (answer.ok) {
    if (answer.ts !== undefined) await updateChannelMessageTs(db, post.id, answer.ts);
    return { ...outcome("sent", null), status: 200 };
  }
  // A message whose answer was lost may be there, and its buttons work.
  if (!answer.isLost) await deleteChatMessage(db, post.id);
  if (answer.isEnded) await endChatApp(deps, app, answer);
  if (answer.retryAfterMs !== null) {
    await updateChatApp(db, app, { resume_at: new Date(now.getTime() + answer.retryAfterMs) });
  }
  return { ...outcome(resultOf(answer), answer.text, waitOf(answer)), response: answer.error };
}

function resultOf(failure: ChatFailure): RequestOutcome["result"] {
  if (failure.isEnded || failure.retryAfterMs !== null) return "postponed";
  if (CLOSED.has(failure.error)) return "closed";
  return REFUSED.has(failure.error) ? "refused" : "failed";
}

const waitOf = (failure: ChatFailure): number | null => (failure.isEnded ? ENDED_WAIT_MS : failure.retryAfterMs);
