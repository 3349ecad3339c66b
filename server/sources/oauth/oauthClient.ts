import * as oauth from "oauth4webapi";
import { Authorization, Credential } from "../Credential.ts";
import { SourceError } from "../SourceError.ts";
import type { Egress, EgressRequest } from "../egress.ts";
import { plainHeaders } from "../plainHeaders.ts";
import { isRecord } from "../rest/restFailure.ts";
import { fetchBuffered } from "../bufferedResponse.ts";
import { type OauthClientSettings, type OauthProviderName, oauthProvider } from "./oauthProviders.ts";
import { message } from "../../messages/messages.ts";

export interface OauthTokens {
  readonly access: string;
  /** Null where the provider gives none: then the access lasts until it is taken back. */
  readonly refresh: string | null;
  readonly expiresAt: Date | null;
  readonly scopes: string;
}

/** The state kept between the start of a sign-in and its callback. Only this server may read it. */
export interface OauthAttempt {
  readonly state: string;
  readonly verifier: string;
}

/** Signing in at one provider, by the standard (RFC 6749, 7636, 7009). */
export interface OauthClient {
  /** The origin of the provider. Tokens are sent to it alone. */
  readonly origin: string;
  begin(redirectUri: string): Promise<{ readonly authUrl: string; readonly round: OauthAttempt }>;
  /** @throws OauthRefusedError when the provider refuses; SourceError when it cannot be reached */
  finish(callback: URL, round: OauthAttempt, redirectUri: string): Promise<OauthTokens>;
  /** @throws OauthRefusedError when the access was taken back */
  refresh(refreshToken: string): Promise<OauthTokens>;
  /** The provider's name of the account; "" without one. */
  who(accessToken: string): Promise<string>;
  /** Revokes the tokens at the provider. Never fails: tokens that the provider could not revoke expire. */
  revoke(tokens: Pick<OauthTokens, "access" | "refresh">): Promise<void>;
}

/** The provider refused: `denied` by the person, or for any other reason. */
export class OauthRefusedError extends Error {
  override readonly name = "OauthRefusedError";
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super(`The provider refused: ${code}`, options);
    this.code = code;
  }
}

/** Seconds, ten years: a larger value could exceed the range of a date. */
const MAX_ACCESS_SECONDS = 10 * 366 * 24 * 3600;

/** A request as the library makes it. */
interface LibraryRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export function createOauthClient(
  name: OauthProviderName,
  settings: OauthClientSettings,
  egress: Pick<Egress, "fetch">,
): OauthClient {
  const provider = oauthProvider(name, settings);
  const server: oauth.AuthorizationServer = {
    issuer: new URL(provider.authorize).origin,
    authorization_endpoint: provider.authorize,
    token_endpoint: provider.token,
    ...(provider.revoke?.kind === "rfc7009" && { revocation_endpoint: provider.revoke.url }),
  };
  const client: oauth.Client = { client_id: settings.clientId };
  const auth =
    provider.clientAuth === "basic"
      ? oauth.ClientSecretBasic(settings.clientSecret)
      : oauth.ClientSecretPost(settings.clientSecret);
  const host = new URL(provider.token).host;
  /** Through the egress; the library wants an answer of the platform's own kind. */
  const send = async (
    url: string,
    request: Omit<EgressRequest, "authorization"> & { readonly authorization: Authorization },
  ): Promise<Response> => {
    const answer = await fetchBuffered(egress, host, url, "account", {
      ...request,
      headers: { ...request.headers, accept: "application/json", "user-agent": "clew" },
    });
    // The platform's answers have no other status.
    if (answer.status < 200 || answer.status > 599) {
      throw new SourceError("host_failure", message("host.failure_status", { host, status: answer.status }));
    }
    const text = await answer.text();
    return new Response([204, 205, 304].includes(answer.status) ? null : text, {
      status: answer.status,
      headers: [...answer.headers].filter(([header]) => !/^content-(?:encoding|length)$/i.test(header)),
    });
  };
  /** The library's requests to the provider's endpoints: secrets are in the body, and perhaps in one header. */
  const guarded = (url: string, { method, headers: given = {}, body, signal }: LibraryRequest): Promise<Response> => {
    const { authorization, ...headers } = given;
    return send(url, {
      authorization: Authorization.ofOauthClient(provider.origin, authorization),
      headers: plainHeaders(headers),
      ...(method !== undefined && { method }),
      ...(body !== undefined && body !== null && { body: String(body as string | URLSearchParams) }),
      ...(signal && { signal }),
    });
  };
  const options = {
    [oauth.customFetch]: guarded,
    // `egress` decides which hosts are allowed over plain http.
    [oauth.allowInsecureRequests]: provider.token.startsWith("http:"),
  };
  const read = (answer: oauth.TokenEndpointResponse): OauthTokens => ({
    access: answer.access_token,
    refresh: answer.refresh_token ?? null,
    expiresAt:
      answer.expires_in === undefined
        ? null
        : new Date(Date.now() + Math.min(answer.expires_in, MAX_ACCESS_SECONDS) * 1000),
    scopes: answer.scope ?? provider.scopes.join(" "),
  });
  const withRefusals = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
        throw new OauthRefusedError(error.error, { cause: error });
      }
      if (error instanceof SourceError || !(error instanceof Error)) throw error;
      throw new OauthRefusedError("unreadable", { cause: error });
    }
  };

  return {
    origin: provider.origin,
    async begin(redirectUri) {
      const round = { state: `${name}.${oauth.generateRandomState()}`, verifier: oauth.generateRandomCodeVerifier() };
      const url = new URL(provider.authorize);
      const parameters = {
        response_type: "code",
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: provider.scopes.join(" "),
        state: round.state,
        ...provider.extra,
        ...(provider.hasPkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(round.verifier),
          code_challenge_method: "S256",
        }),
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return { authUrl: url.href, round };
    },
    finish: (callback, round, redirectUri) =>
      withRefusals(async () => {
        const valid = oauth.validateAuthResponse(server, client, callback, round.state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          auth,
          valid,
          redirectUri,
          provider.hasPkce ? round.verifier : oauth.nopkce,
          options,
        );
        return read(await oauth.processAuthorizationCodeResponse(server, client, response));
      }),
    refresh: (refreshToken) =>
      withRefusals(async () => {
        const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
        const tokens = read(await oauth.processRefreshTokenResponse(server, client, response));
        // Where it does not rotate, the old one stays.
        return { ...tokens, refresh: tokens.refresh ?? refreshToken };
      }),
    async who(accessToken) {
      if (!provider.who) return "";
      const credential = new Credential({ token: accessToken, isOauth: true, origin: provider.origin });
      const response = await send(provider.who.url, { authorization: credential.as("bearer") });
      const answer: unknown = response.ok ? await response.json().catch(() => null) : null;
      const found = isRecord(answer) ? provider.who.names.map((field) => answer[field]) : [];
      return found.find((value): value is string => typeof value === "string" && value !== "")?.slice(0, 200) ?? "";
    },
    async revoke({ access, refresh }) {
      try {
        if (provider.revoke?.kind === "rfc7009") {
          await oauth.revocationRequest(server, client, auth, refresh ?? access, options);
        } else if (provider.revoke) {
          const credential = new Credential({
            username: settings.clientId,
            token: settings.clientSecret,
            origin: provider.origin,
          });
          await send(provider.revoke.url, {
            method: "DELETE",
            authorization: credential.as("basic"),
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ access_token: access }),
          });
        }
      } catch {
        // The row with the tokens is gone either way.
      }
    },
  };
}
