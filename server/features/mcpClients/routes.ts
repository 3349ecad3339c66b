/** The consent of a user to a remote MCP client. */
import { actorOf } from "../../access/auditLog.ts";
import { requireOauthClients } from "../../access/accessPolicy.ts";
import { clientIdOf, readAuthorizationRequest } from "../../access/tokens/oauth/authorizationRequest.ts";
import { grantAccess } from "../../access/tokens/oauth/grants.ts";
import { redirectTarget, withAnswer } from "../../access/tokens/oauth/redirectUris.ts";
import { findPolicyOfUser } from "../../db/tables/accounts/users.ts";
import { Invalid } from "../../errors.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import { message } from "../../messages/messages.ts";
import { issuerOf, resourceOf } from "./addresses.ts";
import { type ClientsDeps, findClient } from "./clientDocument.ts";

export interface ConsentDeps extends ClientsDeps {
  /** Where users reach this server. */
  readonly publicUrl: () => string;
}

/** Mounts what the page of consent calls. Each call reads the query of the client again: nothing that a page has kept is trusted. */
export function mountMcpConsent(mount: RouteRegistrar, deps: ConsentDeps): void {
  const { db, publicUrl } = deps;
  const read = async (text: string, userId: string) => {
    const query = new URLSearchParams(text);
    requireOauthClients(await findPolicyOfUser(db, userId));
    const client = await findClient(deps, clientIdOf(query), userId);
    return { client, request: readAuthorizationRequest(query, client, resourceOf(publicUrl())) };
  };
  mount("readMcpConsent", async ({ user, body }) => {
    const { client, request } = await read(body.query, user.id);
    const redirect = redirectTarget(request.redirectUri);
    if (!redirect) throw new Invalid({ non_field_errors: [message("oauth_client.redirect")] });
    return {
      client_name: client.name,
      client_host: client.kind === "document" ? new URL(client.id).host : null,
      redirect,
      asks_write: request.scopes.includes("write"),
      fault: request.fault,
    };
  });
  mount("allowMcpConsent", async ({ user, body, address }) => {
    const { client, request } = await read(body.query, user.id);
    if (request.fault) throw new Invalid({ non_field_errors: [message("oauth_client.fault")] });
    if (body.writes && !request.scopes.includes("write"))
      throw new Invalid({ writes: [message("oauth_client.no_write")] });
    const code = await grantAccess(db, { ...actorOf(user, address), id: user.id }, client, request, {
      projects: body.projects,
      writes: body.writes,
      resource: resourceOf(publicUrl()),
    });
    const { redirectUri, state } = request;
    return { redirect: withAnswer(redirectUri, { code, state, iss: issuerOf(publicUrl()) }) };
  });
  mount("denyMcpConsent", async ({ user, body }) => {
    const { request } = await read(body.query, user.id);
    const { redirectUri, state, fault } = request;
    return {
      redirect: withAnswer(redirectUri, { error: fault ?? "access_denied", state, iss: issuerOf(publicUrl()) }),
    };
  });
}
