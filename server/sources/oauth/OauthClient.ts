import * as oauth from "oauth4webapi";
import { Credential } from "../egress/Credential.ts";
import { SourceError } from "../SourceError.ts";
import type { Egress } from "../egress/egress.ts";
import { isRecord } from "../rest/restFailure.ts";
import { OauthTransport } from "./OauthTransport.ts";
import type { OauthClientSettings } from "../connector/oauthTypes.ts";
import { type OauthProvider, type OauthProviderName, oauthProvider } from "../providers/oauthRegistry.ts";

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
  /** The user turns on writing with the account. */
  readonly writes?: boolean;
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
const MAX_NAME_LENGTH = 200;

/** Signing in at one provider, by the standard (RFC 6749, 7636, 7009). */
export class OauthClient {
  readonly #settings: OauthClientSettings;
  readonly #provider: OauthProvider;
  readonly #server: oauth.AuthorizationServer;
  readonly #client: oauth.Client;
  readonly #auth: oauth.ClientAuth;
  readonly #transport: OauthTransport;

  constructor(name: OauthProviderName, settings: OauthClientSettings, egress: Pick<Egress, "fetch">) {
    const provider = oauthProvider(name, settings);
    this.#settings = settings;
    this.#provider = provider;
    this.#server = {
      issuer: new URL(provider.authorize).origin,
      authorization_endpoint: provider.authorize,
      token_endpoint: provider.token,
      ...(provider.revoke?.kind === "rfc7009" && { revocation_endpoint: provider.revoke.url }),
    };
    this.#client = { client_id: settings.clientId };
    this.#auth =
      provider.clientAuth === "basic"
        ? oauth.ClientSecretBasic(settings.clientSecret)
        : oauth.ClientSecretPost(settings.clientSecret);
    this.#transport = new OauthTransport(provider, egress);
  }

  /** The origin of the provider. Tokens are sent to it alone. */
  get origin(): string {
    return this.#provider.origin;
  }

  /** Whether accounts of the provider can be used for writing. */
  get canWrite(): boolean {
    return this.#provider.writeScopes !== undefined;
  }

  /** Whether the provider has granted what writing needs. @param scopes as it writes them, with spaces or commas */
  grantsWriting(scopes: string): boolean {
    const granted = scopes.split(/[\s,]+/);
    return this.#provider.writeScopes?.every((scope) => granted.includes(scope)) ?? false;
  }

  /** @param writes requests the scopes of writing too */
  async begin(
    redirectUri: string,
    writes = false,
  ): Promise<{ readonly authUrl: string; readonly attempt: OauthAttempt }> {
    const provider = this.#provider;
    const attempt = {
      state: `${provider.name}.${oauth.generateRandomState()}`,
      verifier: oauth.generateRandomCodeVerifier(),
      ...(writes && { writes }),
    };
    const url = new URL(provider.authorize);
    const parameters = {
      response_type: "code",
      client_id: this.#settings.clientId,
      redirect_uri: redirectUri,
      scope: [...new Set([...provider.scopes, ...(writes ? (provider.writeScopes ?? []) : [])])].join(" "),
      state: attempt.state,
      ...provider.extra,
      ...(provider.hasPkce && {
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: "S256",
      }),
    };
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
    return { authUrl: url.href, attempt };
  }

  /** @throws OauthRefusedError when the provider refuses; SourceError when it cannot be reached */
  finish(callback: URL, attempt: OauthAttempt, redirectUri: string): Promise<OauthTokens> {
    return withRefusals(async () => {
      const response = await oauth.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#auth,
        oauth.validateAuthResponse(this.#server, this.#client, callback, attempt.state),
        redirectUri,
        this.#provider.hasPkce ? attempt.verifier : oauth.nopkce,
        this.#transport.options,
      );
      return this.#tokensOf(
        await oauth.processAuthorizationCodeResponse(this.#server, this.#client, response),
        attempt.writes,
      );
    });
  }

  /**
   * Exchanges a code that was never issued. A provider refuses it only after it has read id and secret.
   * @returns the code of the refusal. @throws OauthRefusedError for an answer without one; SourceError when it cannot be reached
   */
  async checkRegistration(redirectUri: string): Promise<string> {
    const { attempt } = await this.begin(redirectUri);
    const callback = new URL(redirectUri);
    callback.search = String(new URLSearchParams({ code: "clew-setup-test", state: attempt.state }));
    try {
      await this.finish(callback, attempt, redirectUri);
      return "accepted";
    } catch (error) {
      if (!(error instanceof OauthRefusedError) || error.code !== "unreadable") {
        if (error instanceof OauthRefusedError) return error.code;
        throw error;
      }
      const { cause } = error;
      if (cause instanceof oauth.WWWAuthenticateChallengeError && cause.status === 401) return "invalid_client";
      // GitHub refuses with status 200.
      const detail: unknown = cause instanceof Error ? cause.cause : undefined;
      const body: unknown = isRecord(detail) ? detail["body"] : undefined;
      if (isRecord(body) && typeof body["error"] === "string") return body["error"];
      throw error;
    }
  }

  /** @throws OauthRefusedError when the access was taken back */
  refresh(refreshToken: string): Promise<OauthTokens> {
    return withRefusals(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        this.#server,
        this.#client,
        this.#auth,
        refreshToken,
        this.#transport.options,
      );
      const tokens = this.#tokensOf(await oauth.processRefreshTokenResponse(this.#server, this.#client, response));
      // Where it does not rotate, the old one stays.
      return { ...tokens, refresh: tokens.refresh ?? refreshToken };
    });
  }

  /** The provider's name of the account; "" without one. */
  async accountName(accessToken: string): Promise<string> {
    const { profile, origin } = this.#provider;
    if (!profile) return "";
    const credential = new Credential({ token: accessToken, isOauth: true, origin });
    const response = await this.#transport.send(profile.url, { authorization: credential.as("bearer") });
    const answer: unknown = response.ok ? await response.json().catch(() => null) : null;
    const names = isRecord(answer) ? profile.names.map((field) => answer[field]) : [];
    const name = names.find((value): value is string => typeof value === "string" && value !== "");
    return name?.slice(0, MAX_NAME_LENGTH) ?? "";
  }

  /** Revokes the tokens at the provider. Never fails: tokens that the provider could not revoke expire. */
  async revoke({ access, refresh }: Pick<OauthTokens, "access" | "refresh">): Promise<void> {
    const { revoke } = this.#provider;
    try {
      if (revoke?.kind === "rfc7009") {
        const { options } = this.#transport;
        await oauth.revocationRequest(this.#server, this.#client, this.#auth, refresh ?? access, options);
      } else if (revoke) {
        await this.#deleteToken(revoke.url, access);
      }
    } catch {
      // The row with the tokens is gone either way.
    }
  }

  async #deleteToken(url: string, access: string): Promise<void> {
    const { clientId, clientSecret } = this.#settings;
    const credential = new Credential({ username: clientId, token: clientSecret, origin: this.#provider.origin });
    await this.#transport.send(url, {
      method: "DELETE",
      authorization: credential.as("basic"),
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ access_token: access }),
    });
  }

  #tokensOf(
    { access_token, refresh_token, expires_in, scope }: oauth.TokenEndpointResponse,
    writes = false,
  ): OauthTokens {
    const { scopes, writeScopes = [] } = this.#provider;
    return {
      access: access_token,
      refresh: refresh_token ?? null,
      expiresAt:
        expires_in === undefined ? null : new Date(Date.now() + Math.min(expires_in, MAX_ACCESS_SECONDS) * 1000),
      // A provider that reports none has granted what was requested (RFC 6749, 5.1).
      scopes: scope ?? [...scopes, ...(writes ? writeScopes : [])].join(" "),
    };
  }
}

/** @throws OauthRefusedError for what the provider refuses, or sends in a form that cannot be read */
async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      throw new OauthRefusedError(error.error, { cause: error });
    }
    if (error instanceof SourceError || !(error instanceof Error)) throw error;
    throw new OauthRefusedError("unreadable", { cause: error });
  }
}
