/**
 * Messages by the Bot Connector: a POST to a conversation, a PUT to change one. Source:
 * learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference.
 */
import { z } from "zod";
import { SECOND_MS } from "../../../contract/durations.ts";
import { message } from "../../messages/messages.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import { isServiceUrl } from "./teamsCloud.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { jsonOf, teamsFailure, throttled, unanswered } from "./teamsFailure.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Milliseconds for a whole exchange. */
const TIMEOUT_MS = 15 * SECOND_MS;

/** Where a conversation is. */
export interface TeamsConversation {
  readonly serviceUrl: string;
  readonly id: string;
}

export interface TeamsSent {
  readonly ok: true;
  /** By which the Connector names the message; null where it did not. */
  readonly id: string | null;
}

type ConnectorDeps = Pick<TeamsDeps, "cloud" | "egress" | "tokens">;

const Resource = z.object({ id: z.string().min(1).max(500) });
const Refusal = z.object({ error: z.object({ code: z.string().max(200) }) });

/** Sends an activity to a conversation, or replaces the one with this id. A failure is returned, with words for people. */
export async function sendActivity(
  deps: ConnectorDeps,
  app: TeamsRegistration,
  conversation: TeamsConversation,
  activity: object,
  replaced: string | null = null,
): Promise<TeamsSent | ChatFailure> {
  if (!isServiceUrl(deps.cloud, conversation.serviceUrl)) {
    return teamsFailure("service_url", message("teams.foreign_service"));
  }
  const first = await attempt(deps, app, conversation, activity, replaced);
  if (first.ok || first.error !== UNAUTHORIZED) return first;
  // The token may have been withdrawn before its end.
  deps.tokens.forget(deps.cloud, app);
  const second = await attempt(deps, app, conversation, activity, replaced);
  return !second.ok && second.error === UNAUTHORIZED ? { ...second, isEnded: true } : second;
}

const UNAUTHORIZED = "unauthorized";

async function attempt(
  { cloud, egress, tokens }: ConnectorDeps,
  app: TeamsRegistration,
  { serviceUrl, id }: TeamsConversation,
  activity: object,
  replaced: string | null,
): Promise<TeamsSent | ChatFailure> {
  const token = await tokens.tokenOf(cloud, app);
  if (!token.ok) return token;
  const path = `v3/conversations/${encodeURIComponent(id)}/activities${replaced === null ? "" : `/${encodeURIComponent(replaced)}`}`;
  const url = new URL(path, serviceUrl.endsWith("/") ? serviceUrl : `${serviceUrl}/`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answer = await egress.fetch(url, {
      method: replaced === null ? "POST" : "PUT",
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": "Clew" },
      authorization: new Credential({ token: token.token, origin: url.origin }).as("bearer"),
      body: JSON.stringify(activity),
      signal,
      maxRedirects: 0,
    });
    if (answer.status === 429) return throttled(answer.headers.get("retry-after"));
    const body = jsonOf(await answer.read("description", url.host, signal));
    if (answer.status < 200 || answer.status >= 300) return refusalOf(answer.status, body);
    return { ok: true, id: Resource.safeParse(body).data?.id ?? null };
  } catch (error) {
    return unanswered(error);
  }
}

function refusalOf(status: number, body: unknown): ChatFailure {
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
