/** The calls that remote MCP clients make to get access: descriptions, registration, tokens and their end. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS, MINUTE_MS } from "../../../contract/durations.ts";
import { OAUTH_SCOPES } from "../../../contract/access/mcpClients.ts";
import { isResource } from "../../access/tokens/oauth/authorizationRequest.ts";
import { ClientMetadata, clientName, registerClient } from "../../access/tokens/oauth/clients.ts";
import {
  exchangeCode,
  type GrantedTokens,
  refreshTokens,
  revokeGrant,
  type TokenRequest,
} from "../../access/tokens/oauth/grants.ts";
import { OauthError } from "../../access/tokens/oauth/OauthError.ts";
import { type Limits, RateLimiter } from "../../access/limits/RateLimiter.ts";
import type { Db } from "../../db/openDb.ts";
import { findOauthClient } from "../../db/tables/tokens/oauthClients.ts";
import { refusalFor } from "../../http/errorHandler.ts";
import { clientAddress } from "../../http/limits/clientAddress.ts";
import { message } from "../../messages/messages.ts";
import {
  REGISTER_PATH,
  RESOURCE_METADATA_PATHS,
  resourceMetadata,
  resourceOf,
  REVOKE_PATH,
  SERVER_METADATA_PATH,
  serverMetadata,
  TOKEN_PATH,
} from "./addresses.ts";

/** Bytes of a registration, and of a form. */
const BODY_LIMIT = 16_384;
/** Behind one address may be all programs of a company on the day on which they are set up. */
const REGISTRATION_LIMITS: Limits = {
  name: "oauth-registrations",
  windowMs: HOUR_MS,
  perAddress: 100,
  perAccount: null,
  refusal: message("limit.requests"),
};
/** Each of them asks about once an hour. */
const TOKEN_LIMITS: Limits = { ...REGISTRATION_LIMITS, name: "oauth-tokens", windowMs: 5 * MINUTE_MS, perAddress: 600 };
/** Seconds that a browser keeps a permission, and a client a description. */
const MAX_AGE_SECONDS = 600;

export interface ProtocolDeps {
  readonly db: Db;
  /** Where users reach this server. */
  readonly publicUrl: () => string;
}

/** Mounts the calls, which have errors, bodies and origins of their own. */
export async function mountMcpClients(app: FastifyInstance, deps: ProtocolDeps): Promise<void> {
  await app.register((scope, _options, registered) => {
    scope.setErrorHandler(sendError);
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body),
    );
    openToPages(scope);
    mountDescriptions(scope, deps);
    mountRegistration(scope, deps);
    mountTokens(scope, deps);
    registered();
  });
}

/** Pages of any origin may call: nothing here depends on a cookie or a session, and clients in a browser need it. */
function openToPages(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply) => {
    void reply.header("access-control-allow-origin", "*");
  });
  for (const url of [...RESOURCE_METADATA_PATHS, SERVER_METADATA_PATH, REGISTER_PATH, TOKEN_PATH, REVOKE_PATH])
    scope.options(url, (_request, reply) =>
      reply
        .headers({
          "access-control-allow-methods": "GET, POST",
          "access-control-allow-headers": "content-type, mcp-protocol-version",
          "access-control-max-age": String(MAX_AGE_SECONDS),
        })
        .code(204)
        .send(),
    );
}

function mountDescriptions(scope: FastifyInstance, { publicUrl }: ProtocolDeps): void {
  const send = (reply: FastifyReply, description: object): FastifyReply =>
    reply.header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`).send(description);
  for (const url of RESOURCE_METADATA_PATHS) scope.get(url, (_, reply) => send(reply, resourceMetadata(publicUrl())));
  scope.get(SERVER_METADATA_PATH, (_, reply) => send(reply, serverMetadata(publicUrl())));
}

function mountRegistration(scope: FastifyInstance, { db }: ProtocolDeps): void {
  const limiter = new RateLimiter(db, REGISTRATION_LIMITS);
  scope.post(REGISTER_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await limiter.take(clientAddress(request), "");
    const { data: metadata } = ClientMetadata.safeParse(request.body);
    if (!metadata)
      throw new OauthError("invalid_client_metadata", "Send JSON with redirect_uris, and texts and lists by RFC 7591.");
    const now = new Date();
    const id = await registerClient(db, metadata, now);
    return reply
      .code(201)
      .header("cache-control", "no-store")
      .send({
        client_id: id,
        client_id_issued_at: Math.floor(now.getTime() / 1000),
        client_name: clientName(metadata),
        redirect_uris: metadata.redirect_uris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        // Whatever the client asked for: a secret that a program on many machines has is none.
        token_endpoint_auth_method: "none",
      });
  });
}

function mountTokens(scope: FastifyInstance, deps: ProtocolDeps): void {
  const { db, publicUrl } = deps;
  const limiter = new RateLimiter(db, TOKEN_LIMITS);
  const open = async (request: FastifyRequest): Promise<{ form: Form; tokenRequest: TokenRequest }> => {
    const address = clientAddress(request);
    await limiter.take(address, "");
    const form = formOf(request.body);
    const clientId = form.required("client_id");
    if (!(await findOauthClient(db, clientId)))
      throw new OauthError("invalid_client", "There is no such client. Register again.");
    return { form, tokenRequest: { clientId, address, now: new Date() } };
  };
  scope.post(TOKEN_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
    const { form, tokenRequest } = await open(request);
    if (!isResource(form.all("resource"), resourceOf(publicUrl())))
      throw new OauthError("invalid_target", `Name resource=${resourceOf(publicUrl())}`);
    return reply.send(await grant(db, form, tokenRequest));
  });
  scope.post(REVOKE_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { form, tokenRequest } = await open(request);
    await revokeGrant(db, tokenRequest, form.required("token"));
    return reply.code(200).header("cache-control", "no-store").send();
  });
}

function grant(db: Db, form: Form, tokenRequest: TokenRequest): Promise<GrantedTokens> {
  const type = form.required("grant_type");
  if (type === "authorization_code") {
    return exchangeCode(db, tokenRequest, {
      code: form.required("code"),
      redirectUri: form.required("redirect_uri"),
      verifier: form.required("code_verifier"),
    });
  }
  if (type === "refresh_token") {
    const scopes = (form.optional("scope") ?? "").split(" ").filter(Boolean);
    if (scopes.some((name) => !OAUTH_SCOPES.some((scope) => scope === name)))
      throw new OauthError("invalid_scope", "There is no such scope.");
    return refreshTokens(db, tokenRequest, form.required("refresh_token"));
  }
  throw new OauthError("unsupported_grant_type", "Use authorization_code or refresh_token.");
}

interface Form {
  /** @throws OauthError where it is missing, or there more than once */
  required(name: string): string;
  optional(name: string): string | undefined;
  all(name: string): readonly string[];
}

function formOf(body: unknown): Form {
  if (typeof body !== "string") throw new OauthError("invalid_request", "Send application/x-www-form-urlencoded.");
  const fields = new URLSearchParams(body);
  return {
    required: (name) => {
      const [value = "", ...more] = fields.getAll(name);
      // The database refuses this character in a parameter.
      if (value === "" || more.length > 0 || value.includes("\0"))
        throw new OauthError("invalid_request", `Send ${name} once.`);
      return value;
    },
    optional: (name) => fields.get(name) ?? undefined,
    all: (name) => fields.getAll(name),
  };
}

/** Errors as OAuth gives them (RFC 6749, 5.2). */
function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  void reply.header("cache-control", "no-store");
  if (error instanceof OauthError) {
    void reply.code(error.status).send({ error: error.code, error_description: error.message });
    return;
  }
  const { status, retryAfterSeconds, log } = refusalFor(error);
  if (log) request.log[log.level]({ err: error }, log.message);
  if (retryAfterSeconds !== undefined) void reply.header("retry-after", String(retryAfterSeconds));
  const isLater = status === 429 || status === 503;
  const code = isLater ? "temporarily_unavailable" : status >= 500 ? "server_error" : "invalid_request";
  void reply.code(status).send({ error: code });
}
