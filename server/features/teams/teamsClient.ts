/** How messages about notices are sent to Microsoft Teams, and changed there. */
import type { ChatAppRow } from "../../db/tables/chatApps.ts";
import { updateChatMessage } from "../../db/tables/chatMessages.ts";
import { message } from "../../messages/messages.ts";
import type { ChatClient, ChatFailure, ChatPosted, NoticeSending } from "../chats/chatClient.ts";
import { sendActivity } from "./sendActivity.ts";
import { noticeActivity } from "./teamsCard.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { teamsFailure } from "./teamsFailure.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Microsoft Teams, for the parts that all chats share. */
export const teamsClient = (deps: TeamsDeps): ChatClient => ({
  chat: "teams",
  post: (sending) => post(deps, sending),
  // Channels have messages of a workflow.
  changeInChannel: (row) => updateChatMessage(deps.db, row, { state: "dropped" }),
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
