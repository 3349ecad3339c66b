/** How messages are sent to Microsoft Teams, and changed there. */
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import type { ChatMessageRow } from "../../db/tables/chats/chatMessages.ts";
import { message } from "../../messages/messages.ts";
import { changeInChannel } from "../chats/changeInChannel.ts";
import type { ChatClient, ChatFailure, ChatPosted, NoticeSending } from "../chats/chatClient.ts";
import { channelActivity } from "./channelCard.ts";
import { sendActivity } from "./sendActivity.ts";
import { noticeActivity } from "./teamsCard.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { teamsFailure } from "./teamsFailure.ts";
import { findTeamOf } from "./teamsPlace.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Microsoft Teams, for the parts that all chats share. */
export const teamsClient = (deps: TeamsDeps): ChatClient => ({
  chat: "teams",
  post: (sending) => post(deps, sending),
  changeInChannel: (row) => change(deps, row),
});

/** The registration of an app, with its client secret. */
export const registrationOf = (
  { bot_user_id: appId, team_id: tenantId }: Pick<ChatAppRow, "bot_user_id" | "team_id">,
  clientSecret: string,
): TeamsRegistration => ({ appId, tenantId, clientSecret });

async function post(
  deps: TeamsDeps,
  { app, secret, row, link, notice, shared, language }: NoticeSending,
): Promise<ChatPosted | ChatFailure> {
  const { channel, service_url: serviceUrl } = link;
  if (channel === null || serviceUrl === null) return teamsFailure("no_channel", message("teams.link_again"));
  const activity = noticeActivity({ notice, row, shared, language, link: deps.link });
  const conversation = { serviceUrl, id: channel };
  const sent = await sendActivity(deps, registrationOf(app, secret), conversation, activity, row.ts);
  return sent.ok ? { ok: true, channel, ts: sent.id ?? row.ts } : sent;
}

/** Changes a message in a channel, in the words of its webhook. What may not be shown any more is left out of it. */
const change = (deps: TeamsDeps, row: ChatMessageRow): Promise<void> =>
  changeInChannel(deps, "teams", row, async ({ app, secret, webhook, reported, ts }) => {
    const team = await findTeamOf(deps.db, app, webhook.channel_id ?? "");
    if (!team) return teamsFailure("not_in_team", message("teams.not_in_team"), { isUnchangeable: true });
    const state = { id: row.id, results: row.results, isRepeat: row.is_repeat };
    const activity = channelActivity(reported, state, webhook.language);
    const place = { serviceUrl: team.service_url, id: row.channel ?? "" };
    return sendActivity(deps, registrationOf(app, secret), place, activity, ts);
  });
