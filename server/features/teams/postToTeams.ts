/** Messages of the company's app in a channel of Microsoft Teams. */
import type { OutgoingWebhookRow } from "../../db/tables/notices/outgoingWebhooks.ts";
import { message } from "../../messages/messages.ts";
import type { ChannelPost } from "../outgoingWebhooks/deliver.ts";
import type { RequestOutcome } from "../outgoingWebhooks/sendRequest.ts";
import type { ChatFailure, ChatPosted } from "../chats/chatClient.ts";
import { type ChannelSending, postByApp } from "../chats/postByApp.ts";
import { postActivity } from "./sendActivity.ts";
import { registrationOf } from "./teamsClient.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { teamsFailure } from "./teamsFailure.ts";
import { findTeamOf, parseChannelId } from "./teamsPlace.ts";

/** Posts a message to the channel of a webhook. Never throws for what Teams refuses. */
export const postToTeams = (deps: TeamsDeps, webhook: OutgoingWebhookRow, post: ChannelPost): Promise<RequestOutcome> =>
  postByApp(
    deps,
    {
      chat: "teams",
      conversationOf: (channelId) => parseChannelId(channelId).conversation,
      send: (sending) => send(deps, sending),
      verdict: ({ isUnchangeable, isLost, isWorthAnother }) =>
        isUnchangeable ? "closed" : isLost || isWorthAnother ? "failed" : "refused",
    },
    webhook,
    post,
  );

async function send(
  deps: TeamsDeps,
  { app, secret, channelId, content }: ChannelSending,
): Promise<ChatPosted | ChatFailure> {
  const team = await findTeamOf(deps.db, app, channelId);
  if (!team) return teamsFailure("not_in_team", message("teams.not_in_team"), { isUnchangeable: true });
  const { conversation: channel } = parseChannelId(channelId);
  const place = { serviceUrl: team.service_url, id: channel };
  const posted = await postActivity(deps, registrationOf(app, secret), place, content);
  if (posted.ok) return { ok: true, channel: posted.conversation ?? channel, ts: posted.id };
  return posted.isUnchangeable ? { ...posted, text: message("teams.channel_gone", { word: posted.error }) } : posted;
}
