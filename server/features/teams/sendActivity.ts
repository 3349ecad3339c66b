/**
 * Messages by the Bot Connector: a POST to a conversation or of a new one in a channel, a PUT to change one. Source:
 * learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference.
 */
import { z } from "zod";
import { message } from "../../messages/messages.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import { type ConnectorDeps, UNAUTHORIZED, callConnector } from "./botConnector.ts";
import { teamsFailure } from "./teamsFailure.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Where a conversation is. */
export interface TeamsConversation {
  readonly serviceUrl: string;
  readonly id: string;
}

export interface TeamsSent {
  readonly ok: true;
  /** The Connector's id of the message; null where its answer has none. */
  readonly id: string | null;
}

/** A message in a channel begins a conversation of its own. */
export interface TeamsPosted extends TeamsSent {
  readonly conversation: string | null;
}

const Resource = z.object({ id: z.string().min(1).max(500) });
const NewConversation = z.object({ id: z.string().min(1).max(500), activityId: z.string().min(1).max(500) });
const Refusal = z.object({ error: z.object({ code: z.string().max(200) }) });

/** The id of an app among the members of a conversation. Source: learn.microsoft.com/microsoftteams/platform/bots (user ids of bots). */
export const botIdOf = (appId: string): string => `28:${appId}`;

/** Sends an activity to a conversation, or replaces the one with this id. A failure is returned, with words for people. */
export async function sendActivity(
  deps: ConnectorDeps,
  app: TeamsRegistration,
  { serviceUrl, id }: TeamsConversation,
  activity: object,
  replaced: string | null = null,
): Promise<TeamsSent | ChatFailure> {
  const path = `v3/conversations/${encodeURIComponent(id)}/activities${replaced === null ? "" : `/${encodeURIComponent(replaced)}`}`;
  const method = replaced === null ? "POST" : "PUT";
  const answer = await callConnector(deps, app, serviceUrl, {
    method,
    path,
    body: activity,
    refusalOf: connectorRefusal,
  });
  return answer.ok ? { ok: true, id: Resource.safeParse(answer.body).data?.id ?? null } : answer;
}

/** Posts an activity to a channel. Source: learn.microsoft.com/microsoftteams/platform/bots (create a conversation; channel conversations). */
export async function postActivity(
  deps: ConnectorDeps,
  app: TeamsRegistration,
  { serviceUrl, id }: TeamsConversation,
  activity: object,
): Promise<TeamsPosted | ChatFailure> {
  const body = { isGroup: true, bot: { id: botIdOf(app.appId) }, channelData: { channel: { id } }, activity };
  const call = { method: "POST", path: "v3/conversations", body, refusalOf: connectorRefusal } as const;
  const answer = await callConnector(deps, app, serviceUrl, call);
  if (!answer.ok) return answer;
  const conversation = NewConversation.safeParse(answer.body).data;
  return { ok: true, id: conversation?.activityId ?? null, conversation: conversation?.id ?? null };
}

/** What a refusal of the Connector means. */
export function connectorRefusal(status: number, body: unknown): ChatFailure {
  const word = Refusal.safeParse(body).data?.error.code ?? `status_${status}`;
  switch (status) {
    case 401:
      return teamsFailure(UNAUTHORIZED, message("teams.bot_unknown"));
    case 403:
      return teamsFailure(word, message("teams.user_gone", { word }), { isUnchangeable: true });
    case 404:
      return teamsFailure(word, message("teams.conversation_gone", { word }), { isUnchangeable: true });
    case 412:
      return teamsFailure(word, message("teams.refused", { word }), { isWorthAnother: true });
    default:
      return teamsFailure(word, message("teams.refused", { word }), { isLost: status >= 500 });
  }
}
