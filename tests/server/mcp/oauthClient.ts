/** A client of OAuth that keeps what it gets, for the SDK and for requests by hand, and the user's consent by the app's calls. */
import { createHash, randomBytes } from "node:crypto";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Answer, TestServer } from "../http/testServer.ts";

export const REDIRECT = "http://127.0.0.1:43210/callback";

/** What a program stores. */
export class StoredClient implements OAuthClientProvider {
  information: OAuthClientInformationMixed | undefined;
  stored: OAuthTokens | undefined;
  verifier = "";
  asked: URL | undefined;
  readonly expectedState = randomBytes(16).toString("hex");
  readonly clientMetadata: OAuthClientMetadata;

  constructor(clientMetadata: Partial<OAuthClientMetadata> = {}) {
    this.clientMetadata = { client_name: "Editor", redirect_uris: [REDIRECT], ...clientMetadata };
  }
  get redirectUrl(): string {
    return this.clientMetadata.redirect_uris[0] ?? "";
  }
  state(): string {
    return this.expectedState;
  }
  clientInformation() {
    return this.information;
  }
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens() {
    return this.stored;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.stored = tokens;
  }
  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (scope === "all" || scope === "client") this.information = undefined;
    if (scope === "all" || scope === "tokens") this.stored = undefined;
  }
  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
}

/** The user allows what a client asks for. */
export const allow = (
  server: TestServer,
  token: string,
  query: string,
  chosen: { readonly projects?: readonly string[]; readonly writes?: boolean } = {},
): Promise<Answer> =>
  server.call("POST", "users/mcp-consent/allow/", { token, body: { query, projects: ["sample"], ...chosen } });

/** Where the browser was sent. */
export const redirectOf = ({ body }: Answer): URL => new URL((body as { redirect: string }).redirect);

/** The whole way of the official client, with the consent of a user. */
export async function connectBySdk(server: TestServer, token: string, client: StoredClient, writes = false) {
  const serverUrl = `${server.url}/mcp`;
  const first = await auth(client, { serverUrl });
  const query = client.asked?.search.slice(1) ?? "";
  const back = redirectOf(await allow(server, token, query, { writes }));
  const second = await auth(client, { serverUrl, authorizationCode: back.searchParams.get("code") ?? "" });
  return { first, second, query, back };
}

/** A registered client and its request, by hand. */
export interface Asked {
  readonly clientId: string;
  readonly verifier: string;
  readonly query: string;
}

export const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

export async function register(server: TestServer, metadata: object = {}): Promise<Response> {
  return fetch(`${server.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Editor", redirect_uris: [REDIRECT], ...metadata }),
  });
}

/** @param change parameters that are other than right; undefined leaves one out */
export async function ask(
  server: TestServer,
  change: Readonly<Record<string, string | undefined>> = {},
  metadata: object = {},
): Promise<Asked> {
  const { client_id: clientId } = (await (await register(server, metadata)).json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams();
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: s256(verifier),
    code_challenge_method: "S256",
    resource: `${server.url}/mcp`,
    scope: "read write",
    state: "state-1",
    ...change,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return { clientId, verifier, query: query.toString() };
}

export interface TokenAnswer {
  readonly status: number;
  readonly body: {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly scope?: string;
    readonly error?: string;
  };
}

/** Sends a form to an endpoint. */
export async function sendForm(
  server: TestServer,
  path: string,
  form: Readonly<Record<string, string | undefined>>,
): Promise<TokenAnswer> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  const response = await fetch(`${server.url}${path}`, { method: "POST", body });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as TokenAnswer["body"] };
}

export const exchange = (
  server: TestServer,
  { clientId, verifier }: Asked,
  code: string,
  change: Readonly<Record<string, string | undefined>> = {},
): Promise<TokenAnswer> =>
  sendForm(server, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    resource: `${server.url}/mcp`,
    ...change,
  });

/** The code that a user's consent gives to what was asked. */
export const codeOf = async (server: TestServer, token: string, { query }: Asked): Promise<string> =>
  redirectOf(await allow(server, token, query)).searchParams.get("code") ?? "";

/** A grant of a user: what was asked, its code, and the tokens for it. */
export async function grantOf(
  server: TestServer,
  token: string,
): Promise<{ readonly asked: Asked; readonly code: string } & TokenAnswer["body"]> {
  const asked = await ask(server);
  const code = await codeOf(server, token, asked);
  return { asked, code, ...(await exchange(server, asked, code)).body };
}

export const refresh = (
  server: TestServer,
  clientId: string,
  refreshToken: string,
  change: Readonly<Record<string, string | undefined>> = {},
): Promise<TokenAnswer> =>
  sendForm(server, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
    resource: `${server.url}/mcp`,
    ...change,
  });
