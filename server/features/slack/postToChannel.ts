/** Messages of the company's Slack app in the channel of a project. */
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";
import type { ChannelPost } from "../outgoingWebhooks/deliver.ts";
import type { RequestOutcome } from "../outgoingWebhooks/sendRequest.ts";
import type { ChatFailure, ChatPosted } from "../chats/chatClient.ts";
import { type ChannelSending, postByApp } from "../chats/postByApp.ts";
import { callSlack } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Words of Slack by which it takes nothing for the channel until a person has done something. */
const CLOSED = new Set(["not_in_channel", "channel_not_found", "is_archived", "missing_scope", "restricted_action"]);
/** Errors for which a retry of the same message fails too. */
const REFUSED = new Set(["invalid_blocks", "invalid_blocks_format", "msg_too_long", "no_text", "msg_blocks_too_long"]);

/** Posts a message to the channel of a webhook. Never throws for what Slack refuses. */
export const postToChannel = (
  deps: SlackDeps,
  webhook: OutgoingWebhookRow,
  post: ChannelPost,
): Promise<RequestOutcome> =>
  postByApp(
    deps,
    {
      chat: "slack",
      conversationOf: (channelId) => channelId,
      send: (sending) => send(deps, sending),
      verdict: ({ error }) => (CLOSED.has(error) ? "closed" : REFUSED.has(error) ? "refused" : "failed"),
    },
    webhook,
    post,
  );

async function send(
  deps: SlackDeps,
  { secret: token, channelId: channel, content }: ChannelSending,
): Promise<ChatPosted | ChatFailure> {
  const message = { channel, ...content, unfurl_links: false, unfurl_media: false };
  const answer = await callSlack(deps, "chat.postMessage", token, message);
  return answer.ok ? { ok: true, channel, ts: answer.ts ?? null } : answer;
}
