/**
 * The teams that the company's app was added to, and their channels: it posts to no other. Source:
 * learn.microsoft.com/microsoftteams/platform/bots (conversation events; fetch the channels of a team).
 */
import { z } from "zod";
import type { ChatChannel, ChatChannels } from "../../../contract/notices/chatActions.ts";
import type { ChatAppRow } from "../../db/tables/chats/chatApps.ts";
import {
  type ChatTeamRow,
  deleteChatTeam,
  findChatTeam,
  listChatTeams,
  upsertChatTeam,
} from "../../db/tables/chats/chatTeams.ts";
import { type Language, message } from "../../messages/messages.ts";
import { oneLine } from "../../messages/oneLine.ts";
import { type ChannelReader, readChatChannels, refuseChannel, requireChannelApp } from "../chats/chatChannels.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import { callConnector } from "./botConnector.ts";
import { connectorRefusal, botIdOf } from "./sendActivity.ts";
import type { TeamsActivity } from "./teamsActivities.ts";
import { registrationOf } from "./teamsClient.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { findTeamOf, isChannelId } from "./teamsPlace.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Teams whose channels are read, each by one call. */
const MAX_TEAMS = 30;

/** The channel with the id of the team may have no name. */
const Channels = z.object({
  conversations: z.array(z.object({ id: z.string().min(1).max(150), name: z.string().max(300).nullish() })).max(2000),
});

/** Notes that the app was added to a team, or removed from it. */
export async function noteTeam(
  { db }: Pick<TeamsDeps, "db">,
  app: ChatAppRow,
  { type, action, serviceUrl, channelData, membersAdded, membersRemoved }: TeamsActivity,
): Promise<void> {
  const team = channelData?.team;
  if (!team) return;
  const has = (members: typeof membersAdded): boolean =>
    members?.some(({ id }) => id === botIdOf(app.bot_user_id)) ?? false;
  const isRemoved =
    (type === "installationUpdate" && action === "remove") ||
    (type === "conversationUpdate" && (has(membersRemoved) || channelData.eventType === "teamDeleted"));
  if (isRemoved) return deleteChatTeam(db, app, team.id);
  const isAdded =
    (type === "installationUpdate" && (action === "add" || action === "add-upgrade")) ||
    (type === "conversationUpdate" && has(membersAdded)) ||
    // The app gets no message of a team that does not have it.
    type === "message";
  const isRenamed = type === "conversationUpdate" && channelData.eventType === "teamRenamed";
  if (!isAdded && !(isRenamed && (await findChatTeam(db, app, team.id)))) return;
  const name = oneLine(team.name ?? "").trim();
  await upsertChatTeam(db, app, { id: team.id, name: name === "" ? null : name, serviceUrl });
}

/** Reads the channels of all teams from Microsoft. A failure is part of the answer, in words. */
export const readTeamsChannels = (deps: TeamsDeps, companyId: string, language: Language): Promise<ChatChannels> =>
  readChatChannels(
    deps,
    {
      chat: "teams",
      secretGone: message("teams.secret_gone"),
      read: (app, secret) => readTeams(deps, app, registrationOf(app, secret)),
    },
    companyId,
    language,
  );

async function readTeams(
  deps: TeamsDeps,
  app: ChatAppRow,
  registration: TeamsRegistration,
): ReturnType<ChannelReader["read"]> {
  const teams = await listChatTeams(deps.db, app, MAX_TEAMS + 1);
  const channels: ChatChannel[] = [];
  for (const team of teams.slice(0, MAX_TEAMS)) {
    const answer = await readChannelsOf(deps, registration, team);
    if (Array.isArray(answer)) channels.push(...answer);
    else if (!answer.isUnchangeable) return answer;
  }
  return { channels, is_complete: teams.length <= MAX_TEAMS };
}

/** The name of a channel of a team that has the app. @throws Invalid with why the app cannot post there */
export async function requireTeamsChannel(deps: TeamsDeps, companyId: string, channel: string): Promise<string> {
  const { app, secret } = await requireChannelApp(deps, "teams", companyId, channel);
  const team = await findTeamOf(deps.db, app, channel);
  if (!team) return refuseChannel(message("teams.not_in_team"));
  const answer = await readChannelsOf(deps, registrationOf(app, secret), team);
  if (!Array.isArray(answer)) return refuseChannel(answer.isUnchangeable ? message("teams.not_in_team") : answer.text);
  return answer.find(({ id }) => id === channel)?.name ?? refuseChannel(message("teams.not_in_team"));
}

async function readChannelsOf(
  deps: TeamsDeps,
  app: TeamsRegistration,
  { id: teamId, name: team, service_url: serviceUrl }: ChatTeamRow,
): Promise<ChatChannel[] | ChatFailure> {
  const path = `v3/teams/${encodeURIComponent(teamId)}/conversations`;
  const answer = await callConnector(deps, app, serviceUrl, { method: "GET", path, refusalOf: connectorRefusal });
  if (!answer.ok) return answer;
  const { conversations = [] } = Channels.safeParse(answer.body).data ?? {};
  return conversations
    .map(({ id, name }) => ({
      id: `${teamId} ${id}`,
      name: `${team} / ${oneLine(name ?? "General")}`,
      is_private: false,
    }))
    .filter(({ id }) => isChannelId(id))
    .toSorted((channel, other) => channel.name.localeCompare(other.name, "en"));
}
