/** `/mcp`: streamable HTTP without sessions. Requests are stateless, so any process behind one address can answer them. */
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { RateLimiter } from "../access/limits/RateLimiter.ts";
import { findMcpPrincipal, isMcpTokenExpired, type McpPrincipal } from "../access/tokens/mcpTokens.ts";
import { agentLimits, countMcpCall } from "../access/tokens/mcpUsage.ts";
import { findGrantPrincipal, isGrantToken } from "../access/tokens/oauth/grants.ts";
import type { Db } from "../db/openDb.ts";
import { Forbidden, Unauthorized } from "../errors.ts";
import type { Invoke } from "./RequestScope.ts";
import { createMcpServer } from "./createMcpServer.ts";
import { McpAnswers, type McpServerOptions } from "./McpAnswers.ts";
import { answerStateless, isStateless } from "./statelessProtocol.ts";

/** Numbers that the protocol leaves to servers. */
const UNAUTHORIZED = -32_001;
const REFUSED = -32_000;

export interface McpOptions {
  readonly db: Db;
  readonly invoke: Invoke;
  /** The public address of the app; also the only origin from which a browser may call. */
  readonly publicUrl: () => string;
  /** The address that access of OAuth clients is given for. */
  readonly resource: () => string;
  /** Where clients read how they get access (RFC 9728). */
  readonly resourceMetadata: () => string;
  /** Calls of one token within a minute. */
  readonly callsPerMinute: number;
  /** The network address of a client, as the calls of the API take it. */
  readonly addressOf: (request: FastifyRequest) => string;
  /** Runs work for which an answer does not wait; the server waits for it when it stops. */
  readonly inBackground: (work: () => Promise<void>) => void;
}

export function mountMcp(
  app: FastifyInstance,
  { db, invoke, publicUrl, resource, resourceMetadata, callsPerMinute, addressOf, inBackground }: McpOptions,
): void {
  const limiter = new RateLimiter(db, agentLimits(callsPerMinute));
  const options = (request: FastifyRequest): McpServerOptions => ({
    db,
    invoke,
    appUrl: publicUrl().replace(/\/+$/, ""),
    take: (tokenId) => limiter.take("", tokenId),
    count: (tokenId, call) => inBackground(() => countMcpCall(db, tokenId, call)),
    onError: (error) => request.log.error({ err: error }, "a tool failed"),
  });

  const principals = new WeakMap<FastifyRequest, McpPrincipal>();
  app.route({
    method: "POST",
    url: "/mcp",
    // Before the body is read, so that a caller without rights costs neither memory nor a parse.
    onRequest: async (request, reply) => {
      if (!isOwnOrigin(request.headers.origin, publicUrl()))
        return sendRpcError(reply, 403, REFUSED, "Requests from pages of other origins are refused.");
      const who = await authenticate(db, request, { address: addressOf(request), resource: resource() });
      if (!("reason" in who)) return void principals.set(request, who);
      const { reason, code } = who;
      // RFC 6750: without a token there is no error to name. Quoted words of a header have no quotes inside.
      const error = who.isSent ? `, error="invalid_token", error_description="${reason}"` : "";
      void reply.header("www-authenticate", `Bearer realm="clew", resource_metadata="${resourceMetadata()}"${error}`);
      return sendRpcError(reply, 401, UNAUTHORIZED, reason, { data: { code } });
    },
    handler: async (request, reply) => {
      const who = principals.get(request);
      if (!who) throw new Unauthorized();
      const answers = new McpAnswers(options(request), who);
      if (isStateless(request.body, request.headers)) {
        const gone = new AbortController();
        reply.raw.once("close", () => gone.abort());
        const { status, body } = await answerStateless(answers, request.body, request.headers, gone.signal);
        void reply.code(status).header("cache-control", "no-store");
        return body === null ? reply.send() : reply.send(body);
      }
      await answerByTransport(answers, request, reply);
      return reply;
    },
  });

  // No session: nothing to listen to, and nothing to end.
  app.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    handler: (_, reply) => sendRpcError(reply.header("allow", "POST"), 405, REFUSED, "Only POST is answered here."),
  });
  // Clients look here for other descriptions, such as one of OpenID Connect. The app's page must not look like one.
  app.get("/.well-known/*", (_, reply) => reply.code(404).send({ detail: "Not found." }));
}

/** Lets the transport of the SDK write the answer: for protocol versions with an `initialize`. */
async function answerByTransport(answers: McpAnswers, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const server = createMcpServer(answers);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader("cache-control", "no-store");
  reply.raw.once("close", () => {
    void transport.close();
    void server.close();
  });
  try {
    await server.connect(transport);
    await transport.handleRequest(request.raw, reply.raw, request.body);
  } catch (error) {
    request.log.error({ err: error }, "an MCP request failed");
    if (!reply.raw.headersSent) reply.raw.writeHead(500).end();
    else reply.raw.destroy();
  }
}

/** Why a request is not authenticated. */
interface Unauthenticated {
  readonly code: "expired" | "unauthorized";
  /** Whether there is a token at all. */
  readonly isSent: boolean;
  readonly reason: string;
}

async function authenticate(
  db: Db,
  request: FastifyRequest,
  { address, resource }: { readonly address: string; readonly resource: string },
): Promise<McpPrincipal | Unauthenticated> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined)
    return {
      code: "unauthorized",
      isSent: false,
      reason: "Sign in by OAuth, or send a token of Settings > MCP tokens as Authorization: Bearer.",
    };
  try {
    const now = new Date();
    const who = isGrantToken(token)
      ? await findGrantPrincipal(db, token, { now, address, resource })
      : await findMcpPrincipal(db, token, now, address);
    if (who) return who;
  } catch (error) {
    // What the company of its owner demands of tokens.
    if (!(error instanceof Unauthorized || error instanceof Forbidden)) throw error;
    return { code: "unauthorized", isSent: true, reason: error.message.replaceAll('"', "") };
  }
  if (isGrantToken(token)) {
    return { code: "expired", isSent: true, reason: "This access has expired or was revoked. Refresh it, or sign in." };
  }
  return (await isMcpTokenExpired(db, token))
    ? { code: "expired", isSent: true, reason: "This token has expired. Create a new one in Settings > MCP tokens." }
    : {
        code: "unauthorized",
        isSent: true,
        reason: "This token is wrong or was deleted. Create a new one in Settings > MCP tokens.",
      };
}

/** A program sends no Origin. A browser does: then it has to be a page of this server (no rebinding of names). */
function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  return origin === undefined || (URL.canParse(publicUrl) && origin === new URL(publicUrl).origin);
}

function sendRpcError(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  kind: { readonly data?: Pick<Unauthenticated, "code"> } = {},
): FastifyReply {
  return reply.code(status).send({ jsonrpc: "2.0", error: { code, message, ...kind }, id: null });
}
