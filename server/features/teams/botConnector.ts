/** Calls of the Bot Connector. */
import { SECOND_MS } from "../../../contract/durations.ts";
import { unlessAborted } from "../../concurrency.ts";
import { message } from "../../messages/messages.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import { isServiceUrl } from "./teamsCloud.ts";
import type { TeamsDeps } from "./teamsDeps.ts";
import { jsonOf, teamsFailure, throttled, unanswered } from "./teamsFailure.ts";
import type { TeamsRegistration } from "./TeamsTokens.ts";

/** Milliseconds for a call with its tokens and its second attempt: leases of messages are longer. */
const TIMEOUT_MS = 15 * SECOND_MS;

export interface ConnectorDeps extends Pick<TeamsDeps, "cloud" | "egress" | "tokens"> {
  /** Default: `TIMEOUT_MS`; tests set it. */
  readonly timeoutMs?: number;
}

export interface ConnectorCall {
  readonly method: "GET" | "POST" | "PUT";
  /** Below the service address. */
  readonly path: string;
  readonly body?: object;
  /** What a refusal with a status and a word of Microsoft means; `unauthorized` has the call repeated with a new token. */
  readonly refusalOf: (status: number, body: unknown) => ChatFailure;
}

/** What the Connector has answered. */
export interface ConnectorAnswer {
  readonly ok: true;
  readonly body: unknown;
}

/** The word of a failure for a token that is not accepted. */
export const UNAUTHORIZED = "unauthorized";

/** Calls the Connector at a service address. A failure is returned, with words for people. */
export async function callConnector(
  deps: ConnectorDeps,
  app: TeamsRegistration,
  serviceUrl: string,
  call: ConnectorCall,
): Promise<ConnectorAnswer | ChatFailure> {
  if (!isServiceUrl(deps.cloud, serviceUrl)) return teamsFailure("service_url", message("teams.foreign_service"));
  const signal = AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS);
  const first = await attempt(deps, app, serviceUrl, call, signal);
  if (first.ok || first.error !== UNAUTHORIZED) return first;
  // The token may have been withdrawn before its end.
  deps.tokens.forget(deps.cloud, app);
  const second = await attempt(deps, app, serviceUrl, call, signal);
  return !second.ok && second.error === UNAUTHORIZED ? { ...second, isEnded: true } : second;
}

async function attempt(
  { cloud, egress, tokens }: ConnectorDeps,
  app: TeamsRegistration,
  serviceUrl: string,
  { method, path, body: sent, refusalOf }: ConnectorCall,
  signal: AbortSignal,
): Promise<ConnectorAnswer | ChatFailure> {
  const token = await unlessAborted(signal, tokens.tokenOf(cloud, app)).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    // Nothing was sent: another attempt makes no second message.
    return teamsFailure("no_answer", message("teams.no_answer"), { isWorthAnother: true });
  });
  if (!token.ok) return token;
  const url = new URL(path, serviceUrl.endsWith("/") ? serviceUrl : `${serviceUrl}/`);
  try {
    const answer = await egress.fetch(url, {
      method,
      headers: { "user-agent": "Clew", ...(sent && { "content-type": "application/json; charset=utf-8" }) },
      authorization: new Credential({ token: token.token, origin: url.origin }).as("bearer"),
      ...(sent && { body: JSON.stringify(sent) }),
      signal,
      maxRedirects: 0,
    });
    if (answer.status === 429) return throttled(answer.headers.get("retry-after"));
    const body = jsonOf(await answer.read("description", url.host, signal));
    return answer.status < 200 || answer.status >= 300 ? refusalOf(answer.status, body) : { ok: true, body };
  } catch (error) {
    return unanswered(error);
  }
}
