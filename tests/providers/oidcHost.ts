/** An identity provider that answers as OpenID Connect requires, and breaks any part of it for a test. */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as jose from "jose";

type Claims = Record<string, unknown>;

interface SigningKey {
  readonly kid: string;
  readonly private: jose.CryptoKey;
  readonly public: jose.JWK;
}

export interface OidcHost {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Paths that were requested. */
  readonly requests: string[];
  /** What a person does at the sign-in page. @returns where the browser is sent back to, with a code for these claims */
  consent(authUrl: string, claims?: Claims): URL;
  /** A token signed by the present key. A claim that is undefined is left out. */
  sign(claims: Claims, header?: Partial<jose.JWTHeaderParameters>): Promise<string>;
  /** A logout token with these claims in place of the right ones. */
  logoutToken(claims: Claims, header?: Partial<jose.JWTHeaderParameters>): Promise<string>;
  /** Signs with a new key from now on. The old one is not published any more. */
  rotate(): Promise<void>;
  /** The key that is published. */
  publicKey(): jose.JWK;
  /** Replaced by a test, and set back by `reset`. */
  change: {
    discovery: (document: Claims) => unknown;
    idToken: (claims: Claims) => Promise<string>;
    userInfo: Claims | null;
    /** Answers a request in place of the provider; true: it has. */
    intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
    /** Whether a request to the token endpoint is of the client; null: HTTP Basic, decoded. */
    clients: ((headers: IncomingHttpHeaders, form: URLSearchParams) => boolean) | null;
  };
  reset(): void;
  stop(): Promise<void>;
}

const newKey = async (): Promise<SigningKey> => {
  const kid = randomUUID();
  const { privateKey, publicKey } = await jose.generateKeyPair("RS256", { extractable: true });
  return { kid, private: privateKey, public: { ...(await jose.exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
};

const withoutUndefined = (claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));

const seconds = (): number => Math.floor(Date.now() / 1000);

export async function startOidcHost(clientId = "clew", clientSecret = "s3cret of clew"): Promise<OidcHost> {
  let key = await newKey();
  const requests: string[] = [];
  const codes = new Map<string, { readonly query: URLSearchParams; readonly claims: Claims }>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign: OidcHost["sign"] = (claims, header = {}) =>
    new jose.SignJWT(withoutUndefined(claims) as jose.JWTPayload)
      .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
      .sign(key.private);
  const unchanged = (): OidcHost["change"] => ({
    discovery: (document) => document,
    idToken: (claims) => sign(claims),
    userInfo: null,
    intercept: () => false,
    clients: null,
  });
  let change = unchanged();

  const document = (): Claims => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    userinfo_endpoint: `${url}/userinfo`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    backchannel_logout_supported: true,
  });

  async function token(request: IncomingMessage): Promise<[number, unknown]> {
    const body = new URLSearchParams(await bodyOf(request));
    const [, given = ""] = /^Basic (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const client = new URLSearchParams(`client=${Buffer.from(given, "base64").toString().replace(":", "&secret=")}`);
    const isKnown = change.clients
      ? change.clients(request.headers, body)
      : client.get("client") === clientId && client.get("secret") === clientSecret;
    if (!isKnown) return [401, { error: "invalid_client" }];
    const code = body.get("code") ?? "";
    const issued = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      !issued ||
      issued.query.get("code_challenge") !== challenge ||
      issued.query.get("redirect_uri") !== body.get("redirect_uri")
    ) {
      return [400, { error: "invalid_grant" }];
    }
    const claims = {
      iss: url,
      aud: clientId,
      iat: seconds(),
      exp: seconds() + 300,
      nonce: issued.query.get("nonce"),
      ...issued.claims,
    };
    return [
      200,
      { access_token: randomUUID(), token_type: "bearer", expires_in: 60, id_token: await change.idToken(claims) },
    ];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "", url);
    requests.push(pathname);
    if (change.intercept(request, response)) return;
    const [status, body] = await answerOf(pathname, request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  async function answerOf(path: string, request: IncomingMessage): Promise<[number, unknown]> {
    if (path === "/.well-known/openid-configuration") return [200, change.discovery(document())];
    if (path === "/jwks") return [200, { keys: [key.public] }];
    if (path === "/token") return token(request);
    if (path === "/userinfo" && change.userInfo) return [200, change.userInfo];
    return [404, {}];
  }

  return {
    url,
    clientId,
    clientSecret,
    requests,
    consent(authUrl, claims = {}) {
      const query = new URL(authUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { query, claims: { sub: "subject-1", ...claims } });
      const back = new URL(query.get("redirect_uri") ?? "");
      back.search = String(new URLSearchParams({ code, state: query.get("state") ?? "" }));
      return back;
    },
    sign,
    logoutToken: (claims, header = { typ: "logout+jwt" }) =>
      sign(
        {
          iss: url,
          aud: clientId,
          iat: seconds(),
          exp: seconds() + 120,
          jti: randomUUID(),
          events: { "http://schemas.openid.net/event/backchannel-logout": {} },
          ...claims,
        },
        header,
      ),
    async rotate() {
      key = await newKey();
    },
    publicKey: () => key.public,
    get change() {
      return change;
    },
    set change(changed) {
      change = changed;
    },
    reset() {
      change = unchanged();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
