/** Signing in at one identity provider by OpenID Connect (Core 1.0, Discovery 1.0, Back-Channel Logout 1.0). */
import * as jose from "jose";
import * as oauth from "oauth4webapi";
import { message } from "../../messages/messages.ts";
import { fetchBuffered } from "../egress/bufferedResponse.ts";
import { Authorization } from "../egress/Credential.ts";
import type { Egress } from "../egress/egress.ts";
import { plainHeaders } from "../egress/plainHeaders.ts";
import { isRecord } from "../rest/restFailure.ts";
import { SourceError } from "../SourceError.ts";
import { withClientSecret } from "./clientAuthentication.ts";
import { OidcRefusedError, withRefusals } from "./OidcRefusedError.ts";
import { readClaimGroups, type SignInGroups } from "./readClaimGroups.ts";
import { isIdentifier, readClaims, type OidcClaims } from "./readClaims.ts";
import { signOutHintOf } from "./signOutAddress.ts";

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by blanks. */
  readonly scopes: string;
  /** The claim that names a person's groups; "": they are not read. */
  readonly groupsClaim: string;
}

/** The state kept between the start of a sign-in and its callback. Only this server may read it. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A sign-out that a provider has reported. At least one of subject and sid is there. */
export interface OidcLogout {
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly issuedAt: Date;
}

export type OidcEgress = Pick<Egress, "fetch" | "check">;

/** A person waits for each of them. Milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Seconds by which the clock of a provider may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Seconds from the issue of a logout token in which it is accepted. */
const LOGOUT_TOKEN_SECONDS = 300;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Signatures by a key that the provider alone has. `none` and HMAC are not among them. */
const SIGNATURES = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

type Claims = Readonly<Record<string, unknown>>;

/** A request as oauth4webapi makes it. */
interface LibraryRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export class OidcClient {
  readonly #settings: OidcSettings;
  readonly #egress: OidcEgress;
  readonly #client: oauth.Client;
  readonly #options;

  constructor(settings: OidcSettings, egress: OidcEgress) {
    this.#settings = settings;
    this.#egress = egress;
    this.#client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    this.#options = {
      [oauth.customFetch]: (url: string, request: LibraryRequest) => this.#fetchForLibrary(url, request),
      // `egress` decides which hosts are allowed over plain http.
      [oauth.allowInsecureRequests]: true,
    };
  }

  /**
   * The provider's description of itself. It is read for each sign-in, and so are its keys: a rotated key is known at once.
   * @throws SourceError when it cannot be reached; OidcRefusedError when the description is wrong
   */
  async discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.#settings.issuer);
    return withRefusals(async () => {
      const response = await oauth.discoveryRequest(issuer, { ...this.#options, algorithm: "oidc" });
      const server = await oauth.processDiscoveryResponse(issuer, response);
      for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const) {
        if (!URL.canParse(server[name] ?? "")) throw new OidcRefusedError(`discovery without ${name}`);
      }
      // The browser is sent there: a script or an address of a private network would be opened by it.
      this.#egress.check(new URL(server.authorization_endpoint ?? ""));
      return server;
    });
  }

  /** @param email filled in at the provider's form */
  async begin(
    redirectUri: string,
    email: string,
  ): Promise<{ readonly authUrl: string; readonly attempt: OidcAttempt }> {
    const server = await this.discover();
    const attempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
    };
    const url = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      response_type: "code",
      client_id: this.#settings.clientId,
      redirect_uri: redirectUri,
      scope: [...new Set(["openid", ...this.#settings.scopes.split(" ")])].join(" "),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: "S256",
      login_hint: email,
    };
    for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
    return { authUrl: url.href, attempt };
  }

  /**
   * Exchanges the code of a callback and validates the ID token: signature, algorithm, issuer, audience, expiry and nonce.
   * @throws OidcRefusedError when the provider refuses, or its answer does not hold; SourceError when it cannot be reached
   */
  async finish(callback: URL, attempt: OidcAttempt, redirectUri: string): Promise<OidcClaims> {
    const server = await this.discover();
    return withRefusals(async () => {
      const parameters = oauth.validateAuthResponse(server, this.#client, callback, attempt.state);
      const { response, tokens } = await withClientSecret(server, this.#settings, async (authentication) => {
        const answer = await this.#exchange(server, authentication, parameters, redirectUri, attempt.verifier);
        const checks = { expectedNonce: attempt.nonce, requireIdToken: true };
        return {
          response: answer,
          tokens: await oauth.processAuthorizationCodeResponse(server, this.#client, answer, checks),
        };
      });
      await oauth.validateApplicationLevelSignature(server, response, this.#options);
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (!claims) throw new OidcRefusedError("no ID token");
      const needsUserInfo = claims["email"] === undefined && server.userinfo_endpoint !== undefined;
      const userInfo = needsUserInfo ? await this.#userInfo(server, tokens.access_token, claims.sub) : undefined;
      const hasUserInfo = server.userinfo_endpoint !== undefined;
      const groups = await this.#groups(
        claims,
        userInfo ?? (hasUserInfo ? () => this.#userInfo(server, tokens.access_token, claims.sub) : {}),
      );
      return { ...readClaims(claims, userInfo ?? {}), groups, signOutHint: signOutHintOf(tokens.id_token) };
    });
  }

  /** Groups of the ID token, or of the UserInfo endpoint. That it fails, refuses the groups and not the person. */
  async #groups(token: Claims, userInfo: Claims | (() => Promise<Claims>)): Promise<SignInGroups | undefined> {
    const { groupsClaim } = this.#settings;
    if (groupsClaim === "") return undefined;
    const groups = readClaimGroups(token, groupsClaim);
    if (groups) return groups;
    try {
      const rest = typeof userInfo === "function" ? await withRefusals(userInfo) : userInfo;
      return readClaimGroups(rest, groupsClaim) ?? { names: [] };
    } catch (error) {
      if (error instanceof OidcRefusedError || error instanceof SourceError) return { refused: "user_info" };
      throw error;
    }
  }

  async #userInfo(server: oauth.AuthorizationServer, accessToken: string, subject: string): Promise<Claims> {
    const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#options);
    return oauth.processUserInfoResponse(server, this.#client, subject, response);
  }

  /**
   * Validates a logout token (Back-Channel Logout 1.0, section 2.6).
   * @throws OidcRefusedError when it does not hold; SourceError when the provider's keys cannot be read
   */
  async readLogout(token: string): Promise<OidcLogout> {
    await this.#requireOwnLogout(token);
    const server = await this.discover();
    const keys = await this.#keys(server);
    return withRefusals(async () => {
      const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
        algorithms: SIGNATURES,
        issuer: server.issuer,
        audience: this.#settings.clientId,
        requiredClaims: ["iat", "jti", "events"],
        maxTokenAge: LOGOUT_TOKEN_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const { typ } = protectedHeader;
      // An ID token is signed by the same key.
      if (typ !== undefined && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)) throw new OidcRefusedError("typ");
      const events = payload["events"];
      if (!isRecord(events) || !isRecord(events[LOGOUT_EVENT])) throw new OidcRefusedError("events");
      if (payload["nonce"] !== undefined) throw new OidcRefusedError("nonce");
      const { sub: subject, sid, iat = 0 } = payload;
      if (sid !== undefined && !isIdentifier(sid)) throw new OidcRefusedError("sid");
      if (subject !== undefined && !isIdentifier(subject)) throw new OidcRefusedError("sub");
      if (subject === undefined && sid === undefined) throw new OidcRefusedError("neither sub nor sid");
      return { subject, sid, issuedAt: new Date(iat * 1000) };
    });
  }

  /** Before anything is requested for a token, which anyone may send: it is meant for this client, and new. @throws OidcRefusedError */
  async #requireOwnLogout(token: string): Promise<void> {
    const { issuer, clientId } = this.#settings;
    await withRefusals(async () => {
      const { iss = "", aud = [], iat = 0 } = jose.decodeJwt(token);
      const isOwn = URL.canParse(iss) && new URL(iss).href === new URL(issuer).href;
      const isNew = Math.abs(Date.now() / 1000 - iat) <= LOGOUT_TOKEN_SECONDS + CLOCK_TOLERANCE_SECONDS;
      if (!isOwn || ![aud].flat().includes(clientId) || !isNew) throw new OidcRefusedError("not for this client");
    });
  }

  /** How many keys for signatures the provider publishes. @throws as `discover` */
  async countKeys(server: oauth.AuthorizationServer): Promise<number> {
    return (await this.#keySet(server)).keys.filter(({ kty }) => kty !== "oct").length;
  }

  /**
   * Exchanges a code that was never issued. A provider refuses it only after it has read id and secret.
   * @returns the code of the refusal. @throws SourceError when it cannot be reached
   */
  async checkRegistration(server: oauth.AuthorizationServer, redirectUri: string): Promise<string> {
    const callback = new URL(redirectUri);
    const state = oauth.generateRandomState();
    callback.search = String(new URLSearchParams({ code: "clew-test", state, iss: server.issuer }));
    try {
      const parameters = oauth.validateAuthResponse(server, this.#client, callback, state);
      await withClientSecret(server, this.#settings, async (authentication) => {
        const verifier = oauth.generateRandomCodeVerifier();
        const response = await this.#exchange(server, authentication, parameters, redirectUri, verifier);
        await oauth.processAuthorizationCodeResponse(server, this.#client, response);
      });
      return "accepted";
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError) return error.error;
      if (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401) return "invalid_client";
      if (error instanceof SourceError || !(error instanceof Error)) throw error;
      return "unclear";
    }
  }

  async #keySet(server: oauth.AuthorizationServer): Promise<jose.JSONWebKeySet> {
    const response = await this.#send(server.jwks_uri ?? "", {});
    const document: unknown = response.ok ? await response.json().catch(() => null) : null;
    if (!isRecord(document) || !Array.isArray(document["keys"]) || !document["keys"].every(isRecord)) {
      throw new OidcRefusedError("no keys");
    }
    return document as unknown as jose.JSONWebKeySet;
  }

  async #keys(server: oauth.AuthorizationServer) {
    const keySet = await this.#keySet(server);
    return withRefusals(() => Promise.resolve(jose.createLocalJWKSet(keySet)));
  }

  #exchange(
    server: oauth.AuthorizationServer,
    authentication: oauth.ClientAuth,
    parameters: URLSearchParams,
    redirectUri: string,
    verifier: string,
  ): Promise<Response> {
    return oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      this.#options,
    );
  }

  #fetchForLibrary(url: string, { headers: requestHeaders = {}, ...request }: LibraryRequest): Promise<Response> {
    const { authorization, ...headers } = requestHeaders;
    return this.#send(url, { ...request, headers, authorization });
  }

  /** @returns a response of the platform's own kind, which the library requires */
  async #send(
    url: string,
    { method, headers = {}, body, authorization }: LibraryRequest & { readonly authorization?: string | undefined },
  ): Promise<Response> {
    const { host, origin } = new URL(url);
    const hasSecret = authorization !== undefined || (body !== undefined && body !== null);
    const { status, ...response } = await fetchBuffered(
      this.#egress,
      { host, url, answer: "description" },
      {
        headers: { ...plainHeaders(headers), accept: "application/json", "user-agent": "clew" },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        ...(hasSecret && { authorization: Authorization.ofOauthClient(origin, authorization) }),
        ...(method !== undefined && { method }),
        ...(body !== undefined && body !== null && { body: String(body as string | URLSearchParams) }),
      },
    );
    // The platform's responses have no other status.
    if (status < 200 || status > 599) {
      throw new SourceError("host_failure", message("host.failure_status", { host, status }));
    }
    const text = await response.text();
    return new Response([204, 205, 304].includes(status) ? null : text, {
      status,
      headers: [...response.headers].filter(([header]) => !/^content-(?:encoding|length)$/i.test(header)),
    });
  }
}
