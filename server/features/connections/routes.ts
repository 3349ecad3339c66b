import type { FastifyInstance } from "fastify";
import { API_PREFIX, INTEGRATIONS } from "../../../contract/constants.ts";
import { oauthReturnPath } from "../../../contract/access/oauthReturn.ts";
import { actorOf } from "../../access/auditLog.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { ATTEMPT_TTL_MS } from "./attempts.ts";
import type { Connections } from "./service.ts";

export const OAUTH_CALLBACK = `${API_PREFIX}users/oauth/callback/`;
const COOKIE_PATH = `${API_PREFIX}users/oauth/`;

export interface OauthDeps {
  readonly connections: Connections;
  /** Where users reach this server, without a slash at the end. */
  readonly publicUrl: () => string;
}

/**
 * Connects accounts with OAuth: `login` starts the flow and sets a cookie, and the callback requires both the flow's state and that cookie. A
 * link prepared by another user therefore connects nothing (CSRF).
 */
export function mountOauth(app: FastifyInstance, mount: RouteRegistrar, { connections, publicUrl }: OauthDeps): void {
  mount("oauthLogin", async ({ user, query, setHeader }) => {
    const { authUrl, browser } = await connections.begin(user, query.provider, query.writes === "yes");
    const secure = publicUrl().startsWith("https:") ? "; Secure" : "";
    setHeader(
      "set-cookie",
      `${cookieOf(query.provider)}=${browser}; Path=${COOKIE_PATH}; Max-Age=${ATTEMPT_TTL_MS / 1000}; HttpOnly; SameSite=Lax${secure}`,
    );
    return { auth_url: authUrl };
  });
  mount("oauthDisconnect", async ({ user, params, address }) => {
    await connections.disconnect(user.id, params.provider, actorOf(user, address));
  });
  app.get(OAUTH_CALLBACK, async (request, reply) => {
    const callback = new URL(request.url, publicUrl());
    const [named] = (callback.searchParams.get("state") ?? "").split(".");
    const provider = INTEGRATIONS.find((name) => name === named);
    if (!provider) return reply.redirect("/settings/integrations", 303);
    const cookies = request.headers.cookie ?? "";
    const browser = new RegExp(`(?:^|;\\s*)${cookieOf(provider)}=([\\w-]+)`).exec(cookies)?.[1] ?? null;
    const outcome = await connections.finish(callback, browser, clientAddress(request));
    return reply
      .header("set-cookie", `${cookieOf(provider)}=; Path=${COOKIE_PATH}; Max-Age=0; HttpOnly; SameSite=Lax`)
      .redirect(oauthReturnPath(provider, outcome), 303);
  });
}

const cookieOf = (provider: string): string => `clew_${provider}`;
