/**
 * Tokens by which apps call the Bot Connector: client credentials at the tenant of the app. Source:
 * learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import { type Message, message } from "../../messages/messages.ts";
import { Credential } from "../../sources/egress/Credential.ts";
import type { Egress } from "../../sources/egress/egress.ts";
import type { ChatFailure } from "../chats/chatClient.ts";
import type { TeamsCloud } from "./teamsCloud.ts";
import { jsonOf, teamsFailure, throttled, unanswered } from "./teamsFailure.ts";

/** Milliseconds for a whole exchange. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** A token is used until so long before its end. */
const MARGIN_MS = 5 * MINUTE_MS;
const MAX_TOKENS = 1000;

const Token = z.object({ access_token: z.string().min(1).max(16_000), expires_in: z.coerce.number().int().min(1) });
const Refusal = z.object({ error: z.string().max(200).optional(), error_description: z.string().optional() });

/** An app of a registration in Microsoft Entra. */
export interface TeamsRegistration {
  readonly appId: string;
  readonly tenantId: string;
  readonly clientSecret: string;
}

export interface TeamsToken {
  readonly ok: true;
  readonly token: string;
}

/** Reasons of Entra that stay until an Admin acts. Source: learn.microsoft.com/entra/identity-platform/reference-error-codes. */
const TEXTS: Readonly<Record<string, (word: string) => Message>> = {
  AADSTS7000215: (word) => message("teams.secret_wrong", { word }),
  AADSTS7000222: (word) => message("teams.secret_expired", { word }),
  AADSTS700016: (word) => message("teams.app_unknown", { word }),
  AADSTS90002: (word) => message("teams.tenant_unknown", { word }),
};
const ENDED = new Set(["invalid_client", "unauthorized_client"]);

/** Tokens of this process. Each is asked for once, however many messages wait for it. */
export class TeamsTokens {
  readonly #egress: Pick<Egress, "fetch">;
  readonly #tokens = new LRUCache<string, Promise<TeamsToken | ChatFailure>>({ max: MAX_TOKENS });

  constructor(egress: Pick<Egress, "fetch">) {
    this.#egress = egress;
  }

  /** The token of an app, from Entra where none is stored. */
  async tokenOf(cloud: TeamsCloud, app: TeamsRegistration): Promise<TeamsToken | ChatFailure> {
    const key = keyOf(cloud, app);
    const stored = this.#tokens.get(key);
    if (stored) return stored;
    const token = this.#ask(cloud, app, key);
    this.#tokens.set(key, token, { ttl: TIMEOUT_MS });
    return token;
  }

  /** Has the next call ask for another token. */
  forget(cloud: TeamsCloud, app: TeamsRegistration): void {
    this.#tokens.delete(keyOf(cloud, app));
  }

  async #ask(cloud: TeamsCloud, app: TeamsRegistration, key: string): Promise<TeamsToken | ChatFailure> {
    const answer = await this.#request(cloud, app);
    if (!answer.ok || answer.livesMs <= MARGIN_MS) this.#tokens.delete(key);
    else this.#tokens.set(key, Promise.resolve(answer), { ttl: answer.livesMs - MARGIN_MS });
    return answer;
  }

  async #request(
    { loginUrl, botUrl }: TeamsCloud,
    { appId, tenantId, clientSecret }: TeamsRegistration,
  ): Promise<(TeamsToken & { readonly livesMs: number }) | ChatFailure> {
    const url = new URL(`/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, loginUrl);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // RFC 6749, section 2.3.1: both parts are encoded as in a form.
    const credential = new Credential({
      token: encodeURIComponent(clientSecret),
      username: encodeURIComponent(appId),
      origin: url.origin,
    });
    try {
      const answer = await this.#egress.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Clew" },
        authorization: credential.as("basic"),
        body: new URLSearchParams({ grant_type: "client_credentials", scope: `${botUrl}/.default` }).toString(),
        signal,
        maxRedirects: 0,
      });
      if (answer.status === 429) return throttled(answer.headers.get("retry-after"));
      const body = jsonOf(await answer.read("account", url.host, signal));
      const token = answer.status === 200 ? Token.safeParse(body) : null;
      if (token?.success) {
        return { ok: true, token: token.data.access_token, livesMs: token.data.expires_in * SECOND_MS };
      }
      return refusalOf(answer.status, body);
    } catch (error) {
      // A token that was made and not received is no message that was sent.
      return { ...unanswered(error), isLost: false };
    }
  }
}

function refusalOf(status: number, body: unknown): ChatFailure {
  const { error = `status_${status}`, error_description: description = "" } = Refusal.safeParse(body).data ?? {};
  const word = /\bAADSTS\d{4,9}\b/.exec(description)?.[0] ?? error;
  const text = TEXTS[word]?.(word) ?? message("teams.token_refused", { word });
  const isEnded = ENDED.has(error) || TEXTS[word] !== undefined;
  return teamsFailure(word, text, { isEnded, isWorthAnother: !isEnded });
}

const keyOf = ({ botUrl }: TeamsCloud, { appId, tenantId, clientSecret }: TeamsRegistration): string =>
  createHash("sha256").update([botUrl, appId, tenantId, clientSecret].join("\n")).digest("hex");
