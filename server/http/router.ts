/**
 * Mounts the contract's endpoints by name. A handler receives parsed input and returns what the contract specifies; authentication,
 * validation and error responses are handled here for all of them.
 */
import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_PREFIX } from "../../contract/constants.ts";
import {
  endpoints,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  type ParamsOf,
  type QueryOf,
} from "../../contract/endpoints.ts";
import type { CallerOrigin, Principal } from "../access/sessions/sessions.ts";
import { tokensOfBytes } from "../access/tokens/mcpUsage.ts";
import { requireFeatureOf } from "../access/limits/planLimits.ts";
import { Forbidden, Unauthorized, ClientGone } from "../errors.ts";
import type { Language } from "../messages/messages.ts";
import { keepBrowser, callerOriginOf } from "./browserCookie.ts";
import type { McpTokenAuth } from "./mcpTokenAuth.ts";
import { parseWith } from "./fieldErrors.ts";
import { FileStream } from "./FileStream.ts";
import { LineStream } from "./LineStream.ts";
import { SerializedAnswer } from "./SerializedAnswer.ts";
import { clientAddress } from "./limits/clientAddress.ts";
import { DownloadLimiter } from "./limits/DownloadLimiter.ts";
import { UploadLimiter } from "./limits/UploadLimiter.ts";
import { type Message, message } from "../messages/messages.ts";

type Table = typeof endpoints;

export interface RequestContext<N extends EndpointName> {
  /** Null only for an endpoint without authentication. */
  readonly user: Table[N]["auth"] extends "user" ? Principal : null;
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
  /** The body of an upload that was sent as it is; `body` is then empty. */
  readonly bytes?: Buffer | undefined;
  /** Aborted when the client has gone before its answer: long work may stop. */
  readonly signal: AbortSignal;
  /** The caller's setting, or the browser's Accept-Language for a request without a session. */
  readonly language: Language;
  /** The client's network address, for rate limits. */
  readonly address: string;
  /** The User-Agent of the client; "" without one. */
  readonly userAgent: string;
  /** The cookie that binds a session to the browser of this request, for a sign-in: sets one where there is none. */
  readonly keepBrowser: () => string | null;
  readonly log: FastifyBaseLogger;
  /** Adds a header to the answer. */
  readonly setHeader: (name: string, value: string) => void;
}

/** A CSV endpoint answers its text, one of a file its bytes; all others what the contract's schema describes. */
export type HandlerResult<N extends EndpointName> = Table[N] extends { type: "text/csv" }
  ? string
  : Table[N] extends { type: "application/octet-stream" }
    ? Uint8Array | FileStream
    : Table[N] extends { type: "application/x-ndjson" }
      ? LineStream<ElementOf<AnswerOf<N>>>
      : AnswerOf<N>;
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;
export type Handler<N extends EndpointName> = (
  context: RequestContext<N>,
) => Promise<HandlerResult<N> | SerializedAnswer> | HandlerResult<N>;
/** Gives an endpoint of the contract its handler. */
export type RouteRegistrar = <N extends EndpointName>(name: N, handler: Handler<N>) => void;

export interface RouterOptions {
  /** The user of a token; undefined when it is not valid. */
  readonly authenticate: (token: string, origin: CallerOrigin) => Promise<Principal | undefined>;
  /** Why a token of a session is not valid (any more). */
  readonly whyEnded?: (token: string) => Promise<Message>;
  /** Lets tokens other than those of sessions in; left out, they open nothing. */
  readonly agents?: McpTokenAuth;
  /** Whether a session may make the calls that want the password again; left out, all may. @throws ConfirmationNeeded */
  readonly requireConfirmed?: (sessionHash: string) => Promise<void>;
  /** Parse each answer by the contract and fail when it does not fit or has more fields. */
  readonly checkAnswers: boolean;
}

export function createRouter(
  app: FastifyInstance,
  { authenticate, whyEnded, agents, requireConfirmed, checkAnswers }: RouterOptions,
): RouteRegistrar {
  const callers = new WeakMap<FastifyRequest, Principal>();
  const uploads = new UploadLimiter();
  const downloads = new DownloadLimiter();
  return (name, handler) => {
    const endpoint: Endpoint = endpoints[name];
    const handle = handler as (context: unknown) => unknown;
    app.route({
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      ...(endpoint.upload !== undefined && { bodyLimit: endpoint.upload }),
      // Before the body is read, so that a caller without rights costs neither memory nor a parse.
      onRequest: async (request, reply) => {
        if (endpoint.auth !== "user") return;
        const user = (await agentOf(request, reply, name, agents)) ?? (await callerOf(request, authenticate, whyEnded));
        callers.set(request, user);
        request.language = user.language;
        authorizeCall(user, name);
        if (endpoint.confirm) await requireConfirmed?.(user.sessionHash);
        if (endpoint.upload !== undefined)
          await uploads.admit(request, reply, { userId: user.id, signal: signalOf(reply) });
      },
      handler: async (request, reply) => {
        const user = callers.get(request) ?? null;
        const uploaded = endpoint.upload !== undefined && Buffer.isBuffer(request.body) ? request.body : undefined;
        const answer = await handle({
          user,
          params: request.params,
          query: endpoint.query && parseWith(endpoint.query, request.query),
          body: uploaded ? {} : endpoint.body && parseWith(endpoint.body, request.body ?? {}),
          bytes: uploaded,
          language: request.language,
          signal: signalOf(reply),
          ...clientOf(request, reply),
          log: request.log,
          setHeader: (header: string, value: string) => void reply.header(header, value),
        });
        void reply.code(endpoint.status);
        const bytes = answer instanceof SerializedAnswer ? answer.buffer : null;
        if (endpoint.type === "application/octet-stream") {
          if (answer instanceof FileStream) return asFile(reply).send(answer.bodyOf(reply.raw, request.method));
          const file = bytes ?? (answer as Uint8Array);
          if (user) downloads.admit(user.id, reply.raw, file.length);
          return sendFile(reply, file);
        }
        const checkLine = checkAnswers ? (line: unknown) => checkAnswer(name, endpoint, [line]) : undefined;
        if (answer instanceof LineStream) return sendLines(request, reply, answer, checkLine);
        if (checkAnswers && endpoint.type === undefined)
          checkAnswer(name, endpoint, answer instanceof SerializedAnswer ? answer.parse() : answer);
        return sendText(reply, endpoint, bytes ?? answer);
      },
    });
  };
}

/** @param answer a value to serialize, or bytes that are serialized already */
function sendText(reply: FastifyReply, endpoint: Endpoint, answer: unknown): FastifyReply {
  if (endpoint.type === "text/csv") return reply.type("text/csv; charset=utf-8").send(answer);
  if (endpoint.response === null) return reply.send();
  return Buffer.isBuffer(answer) ? reply.type("application/json; charset=utf-8").send(answer) : reply.send(answer);
}

const sendLines = (
  request: FastifyRequest,
  reply: FastifyReply,
  lines: LineStream<unknown>,
  check: ((line: unknown) => void) | undefined,
): FastifyReply =>
  reply
    .type("application/x-ndjson; charset=utf-8")
    .send(new FileStream(lines.chunks(check), () => undefined).bodyOf(reply.raw, request.method));

/**
 * Bytes of other people: never shown, run or guessed at by a browser that opens the address, whatever they are. The app makes a picture or
 * a download of them itself.
 */
const sendFile = (reply: FastifyReply, bytes: Uint8Array): FastifyReply =>
  asFile(reply).header("content-disposition", "attachment").send(bytes);

const asFile = (reply: FastifyReply): FastifyReply =>
  reply.type("application/octet-stream").header("content-security-policy", "sandbox; default-src 'none'");
/**
 * Checks that the caller's company may make this call.
 * @throws Forbidden after the end of the subscription, and before a required second factor; PlanRequired where the plan lacks the call
 */
export function authorizeCall(user: Principal, name: EndpointName): void {
  const endpoint: Endpoint = endpoints[name];
  if (user.lacksRequiredFactor && endpoint.beforeFactor !== true) {
    throw new Forbidden(message("second_factor.required"));
  }
  if (user.subscriptionStatus === "expired" && !endpoints[name].expired) {
    throw new Forbidden(message("subscription.expired"));
  }
  requireFeatureOf(user, name);
}

/** `Authorization: Token <token>` */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Token +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** The user of a token for agents, an importer or the API; undefined when the request has none. */
async function agentOf(
  request: FastifyRequest,
  reply: FastifyReply,
  name: EndpointName,
  agents: McpTokenAuth | undefined,
): Promise<Principal | undefined> {
  const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (secret === undefined || !agents) return undefined;
  const { caller, counted } = await agents(secret, name, request.params as Record<string, string>, request.query, {
    address: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? "",
  });
  reply.raw.once("close", () => {
    const bytes = Number(reply.getHeader("content-length") ?? 0);
    counted({ tokens: tokensOfBytes(bytes), failed: reply.statusCode >= 400 });
  });
  return caller;
}

const clientOf = (request: FastifyRequest, reply: FastifyReply) => ({
  address: clientAddress(request),
  userAgent: request.headers["user-agent"] ?? "",
  keepBrowser: () => keepBrowser(request, reply),
});

async function callerOf(
  request: FastifyRequest,
  authenticate: RouterOptions["authenticate"],
  whyEnded: RouterOptions["whyEnded"],
): Promise<Principal> {
  const token = tokenOf(request);
  const caller = token === undefined ? undefined : await authenticate(token, callerOriginOf(request));
  if (!caller) {
    if (token === undefined) throw new Unauthorized(message("session.required"));
    throw new Unauthorized((await whyEnded?.(token)) ?? message("session.ended"));
  }
  return caller;
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGone());
  };
  // A client that has gone before is not reported again.
  if (reply.raw.destroyed) end();
  else reply.raw.once("close", end);
  return controller.signal;
}

function checkAnswer(name: string, { response: schema }: Endpoint, answer: unknown): void {
  if (schema === null) return;
  // As it will be on the wire: undefined fields are gone.
  const sent: unknown = JSON.parse(JSON.stringify(answer));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new Error(`The answer of ${name} does not fit the contract: ${parsed.error.message}`);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent)) {
    throw new Error(`The answer of ${name} says more than the contract names.`);
  }
}
