/** How messages are sent to Slack, and changed there. */
import type { ChatMessageRow } from "../../db/tables/chats/chatMessages.ts";
import { updateChatUser } from "../../db/tables/chats/chatUsers.ts";
import { changeInChannel } from "../chats/changeInChannel.ts";
import type { ChatClient, ChatFailure, ChatPosted, NoticeSending } from "../chats/chatClient.ts";
import { channelMessage } from "./channelMessage.ts";
import { noticeMessage } from "./noticeMessage.ts";
import { type SlackSuccess, callSlack, slackFailure } from "./slackApi.ts";
import type { SlackDeps } from "./slackDeps.ts";

/** Slack, for the parts that all chats share. */
export const slackClient = (deps: SlackDeps): ChatClient => ({
  chat: "slack",
  post: (sending) => post(deps, sending),
  changeInChannel: (row) => change(deps, row),
});

const idOf = (channel: SlackSuccess["channel"]): string | null =>
  channel === undefined ? null : typeof channel === "string" ? channel : channel.id;

async function post(deps: SlackDeps, sending: NoticeSending): Promise<ChatPosted | ChatFailure | null> {
  const { secret: token, row, link, notice, shared, language } = sending;
  const opened = row.channel ?? link.channel;
  const answer =
    opened === null ? await callSlack(deps, "conversations.open", token, { users: link.chat_user_id }) : null;
  if (answer && !answer.ok) return { ...answer, isLost: false };
  const channel = opened ?? idOf(answer?.channel);
  if (channel === null) return slackFailure("no_channel");
  // The conversation is that of a Slack user who is not linked any more: nothing is for them.
  if (opened === null && !(await updateChatUser(deps.db, link, { channel }))) return null;
  const content = noticeMessage({ notice, row, shared, language, link: deps.link });
  const posted =
    row.ts === null
      ? await callSlack(deps, "chat.postMessage", token, {
          channel,
          ...content,
          unfurl_links: false,
          unfurl_media: false,
        })
      : await callSlack(deps, "chat.update", token, { channel, ts: row.ts, ...content });
  return posted.ok ? { ok: true, channel: idOf(posted.channel) ?? channel, ts: posted.ts ?? null } : posted;
}

/** Changes a message in a channel, in the words of its webhook. What may not be shown any more is left out of it. */
const change = (deps: SlackDeps, row: ChatMessageRow): Promise<void> =>
  changeInChannel(deps, "slack", row, ({ secret, webhook, reported, ts }) => {
    const state = { id: row.id, results: row.results, isRepeat: row.is_repeat };
    const content = channelMessage(reported, state, webhook.language);
    return callSlack(deps, "chat.update", secret, { channel: row.channel, ts, ...content });
  });
