/**
 * The generation without a handshake (specification 2026-07-28): each request names its revision in `_meta`, headers repeat
 * what intermediaries route by, and every result has a lifetime. The installed SDK implements the older revisions.
 */
import { HOUR_MS } from "../../contract/durations.ts";
import { ErrorCode as RpcCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { CAPABILITIES, RESOURCE_NOT_FOUND, SERVER_INFO, type McpAnswers } from "./McpAnswers.ts";

export const STATELESS_VERSION = "2026-07-28";
const META = "io.modelcontextprotocol/";
const VERSION_KEY = `${META}protocolVersion`;
/** Error codes that this revision of the protocol adds. */
const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;

/** Prompts and templates are the same for all callers until the next release; a project's contents are read on every call. */
const CACHED = { ttlMs: HOUR_MS, cacheScope: "public" } as const;
/** Which tools there are depends on the token. */
const OF_TOKEN = { ttlMs: HOUR_MS, cacheScope: "private" } as const;
const UNCACHED = { ttlMs: 0, cacheScope: "private" } as const;

/** What a header has to repeat, by the method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

const RpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
type RpcRequest = z.output<typeof RpcRequest>;
const Envelope = z.looseObject({ [VERSION_KEY]: z.string(), [`${META}clientCapabilities`]: z.looseObject({}) });
const Called = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() });
const Prompted = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
const Read = z.object({ uri: z.string() });
const Listed = z.object({ cursor: z.string().optional() });

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
export interface Reply {
  readonly status: number;
  /** Null for a notification, which has no response. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const metaOf = (body: unknown): unknown =>
  isRecord(body) && isRecord(body["params"]) ? body["params"]["_meta"] : undefined;
const claims = (body: unknown): boolean => {
  const meta = metaOf(body);
  return isRecord(meta) && VERSION_KEY in meta;
};
const isLater = (version: unknown): boolean => typeof version === "string" && version >= STATELESS_VERSION;

/** Whether a request speaks this generation: by what it carries, or by its header. Anything else is the older ones' to answer. */
export function isStateless(body: unknown, headers: Headers): boolean {
  if (Array.isArray(body)) return body.some(claims);
  return claims(body) || (isRecord(body) && isLater(headers["mcp-protocol-version"]));
}

/** Answers one request. Throws only for a fault of this server. */
export async function answerStateless(
  answers: McpAnswers,
  body: unknown,
  headers: Headers,
  signal: AbortSignal,
): Promise<Reply> {
  const parsed = RpcRequest.safeParse(body);
  // A batch, or no message at all.
  if (!parsed.success) return failure(400, null, RpcCode.InvalidRequest, "This is no request of the protocol.");
  const request = parsed.data;
  const id = request.id ?? null;
  const envelope = Envelope.safeParse(metaOf(body));
  if (!envelope.success) {
    const text = `The request needs ${VERSION_KEY} and ${META}clientCapabilities in params._meta.`;
    return failure(400, id, RpcCode.InvalidParams, text);
  }
  const version = envelope.data[VERSION_KEY];
  const mismatch = mismatchOf(request, version, headers);
  if (mismatch !== null) return failure(400, id, HEADER_MISMATCH, mismatch);
  if (version !== STATELESS_VERSION) {
    const text = `This server does not speak ${JSON.stringify(version)}.`;
    return failure(400, id, UNSUPPORTED_VERSION, text, { supported: [STATELESS_VERSION], requested: version });
  }
  if (request.id === undefined) return { status: 202, body: null };
  try {
    const result = await resultOf(answers, request, signal);
    if (result === null) return failure(404, id, RpcCode.MethodNotFound, `There is no method ${request.method} here.`);
    const meta = { [`${META}serverInfo`]: SERVER_INFO };
    return { status: 200, body: { jsonrpc: "2.0", id, result: { ...result, resultType: "complete", _meta: meta } } };
  } catch (error) {
    if (error instanceof z.ZodError) return failure(200, id, RpcCode.InvalidParams, z.prettifyError(error));
    if (!(error instanceof McpError)) throw error;
    // The older generations have a different number for it.
    const code = error.code === RESOURCE_NOT_FOUND ? RpcCode.InvalidParams : error.code;
    return failure(200, id, code, error.message, error.data);
  }
}

async function resultOf(
  answers: McpAnswers,
  { method, params = {} }: RpcRequest,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  switch (method) {
    case "server/discover":
      return {
        supportedVersions: [STATELESS_VERSION],
        capabilities: CAPABILITIES,
        instructions: answers.instructions(),
        ...OF_TOKEN,
      };
    case "tools/list":
      return { ...answers.listTools(), ...OF_TOKEN };
    case "tools/call":
      return answers.callTool(Called.parse(params), signal);
    case "resources/list":
      return { ...(await answers.listResources(Listed.parse(params), signal)), ...UNCACHED };
    case "resources/templates/list":
      return { ...answers.listTemplates(), ...CACHED };
    case "resources/read":
      return { ...(await answers.readResource(Read.parse(params), signal)), ...UNCACHED };
    case "prompts/list":
      return { ...answers.listPrompts(), ...CACHED };
    case "prompts/get":
      return answers.getPrompt(Prompted.parse(params), signal);
    default:
      return null;
  }
}

/** How headers and body disagree, in a sentence; null when they do not. */
function mismatchOf({ id, method, params }: RpcRequest, version: string | undefined, headers: Headers): string | null {
  const headerVersion = headers["mcp-protocol-version"];
  if (headerVersion !== undefined && headerVersion !== version)
    return `The body names revision ${version} and the header another one.`;
  const named = headers["mcp-method"];
  if (named !== undefined && named !== method) return `The body names method ${method} and Mcp-Method another one.`;
  if (id === undefined) return null;
  if (headerVersion === undefined) return "The header MCP-Protocol-Version is missing.";
  if (named === undefined) return "The header Mcp-Method is missing.";
  const value = params?.[NAMED_BY[method] ?? ""];
  if (typeof value !== "string") return null;
  const name = headers["mcp-name"];
  if (typeof name !== "string") return "The header Mcp-Name is missing.";
  return decodedHeader(name.trim()) === value ? null : "The body and Mcp-Name name different things.";
}

/** A header holds plain letters only; what does not fit comes in Base64 between marks. */
function decodedHeader(value: string): string {
  const base64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return base64 === undefined ? value : Buffer.from(base64, "base64").toString("utf8");
}

const failure = (status: number, id: string | number | null, code: number, message: string, data?: unknown): Reply => ({
  status,
  body: { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } },
});
