/**
 * The MCP server for clients that start a command instead of calling a URL:
 *
 *     CLEW_URL=https://clew.example CLEW_TOKEN=clew_mcp_… clew-mcp
 *
 * Messages from standard input are forwarded one by one to the server's `/mcp`; responses, those with an error of the protocol too, go to
 * standard output as they are. It keeps no state. When the server is unreachable or refuses before it reads the message, the request gets
 * an error response, so that no client waits forever.
 */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { isJSONRPCRequest, JSONRPCMessageSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { isLoopbackHost } from "../../contract/sources/isLoopbackHost.ts";
import { errorMessage } from "../errors.ts";

/** Longer than the server takes for anything. */
const TIMEOUT_MS = 150_000;
const UNANSWERED = -32_000;

/** What is answered before the message is read: a refused token as the protocol asks, an overload as the API does. */
const Failure = z.object({
  error: z.object({ message: z.string(), data: z.object({ code: z.string() }).partial().optional() }).optional(),
  detail: z.string().optional(),
});
/** Codes of docs/MCP.md, by the status of an answer that has none. */
const CODES: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "not_allowed",
  429: "rate_limited",
  503: "busy",
};
const Initialized = z.object({ result: z.object({ protocolVersion: z.string() }) });

/** The message got no response of the protocol. */
class Unanswered extends Error {
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function readEnvironment(): { readonly url: URL; readonly token: string } {
  const { CLEW_URL: address = "", CLEW_TOKEN: token = "" } = process.env;
  const wrong: string[] = [];
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    wrong.push("Set CLEW_URL to the address of your Clew, such as https://clew.example.");
  }
  if (!/^\S+$/.test(token)) wrong.push("Set CLEW_TOKEN to a token of Settings > MCP tokens.");
  if (wrong.length > 0) {
    process.stderr.write(`${wrong.join("\n")}\n`);
    process.exit(2);
  }
  const url = new URL(address);
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    process.stderr.write("CLEW_URL begins with http: the token and all answers can be read on the way. Use https.\n");
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/mcp$/, "")}/mcp`;
  return { url, token };
}

const { url, token } = readEnvironment();
const transport = new StdioServerTransport();
const running = new Map<string | number, AbortController>();
const pending = new Set<Promise<void>>();
/** As the server chose it in the handshake. */
let protocolVersion: string | undefined;

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
/** A request that names its protocol revision (from 2026-07-28), and the parts of it that headers repeat. */
const Enveloped = z.object({
  method: z.string(),
  params: z.object({
    _meta: z.object({ [VERSION_KEY]: z.string() }),
    name: z.string().optional(),
    uri: z.string().optional(),
  }),
});

/** What intermediaries need without reading the body. */
function headersOf(message: JSONRPCMessage): Record<string, string> {
  const enveloped = Enveloped.safeParse(message);
  if (!enveloped.success) return protocolVersion === undefined ? {} : { "mcp-protocol-version": protocolVersion };
  const { method, params } = enveloped.data;
  const name = method === "resources/read" ? params.uri : params.name;
  return {
    "mcp-protocol-version": plainHeader(params._meta[VERSION_KEY] ?? ""),
    "mcp-method": plainHeader(method),
    ...(name !== undefined && { "mcp-name": plainHeader(name) }),
  };
}

/** A header holds visible characters of ASCII; anything else goes in Base64 between marks. */
const plainHeader = (value: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(value) && !value.startsWith("=?base64?")
    ? value
    : `=?base64?${Buffer.from(value).toString("base64")}?=`;

async function post(message: JSONRPCMessage, signal: AbortSignal): Promise<JSONRPCMessage | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headersOf(message),
      },
      body: JSON.stringify(message),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    text = await response.text();
  } catch (error) {
    const why = error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "does not answer";
    throw new Unanswered("unreachable", `The Clew server at ${url.origin} ${why}. Check CLEW_URL and that it runs.`);
  }
  if (response.status >= 300 && response.status < 400)
    throw new Unanswered(
      "failed",
      `The Clew server at ${url.origin} redirects. Set CLEW_URL to the address it leads to.`,
    );
  if (response.status === 202 || text === "") {
    if (response.ok && !isJSONRPCRequest(message)) return null;
    throw new Unanswered("failed", `The Clew server answered with status ${response.status} and no content.`);
  }
  const body = readJson(text);
  const answer = JSONRPCMessageSchema.safeParse(body);
  // What has another id is no answer: the client would wait on.
  const isOwn = answer.success && isJSONRPCRequest(message) && "id" in answer.data && answer.data.id === message.id;
  if (!response.ok) {
    if (isOwn && "error" in answer.data) return answer.data;
    throw unansweredOf(response, body);
  }
  if (!answer.success || (isJSONRPCRequest(message) && !isOwn))
    throw new Unanswered("failed", `What answers at ${url.href} is no Clew server.`);
  return answer.data;
}

/** A refusal without a response of the protocol. */
function unansweredOf({ status, headers }: Response, body: unknown): Unanswered {
  const { error, detail } = Failure.safeParse(body).data ?? {};
  const wait = /^\d{1,6}$/.exec(headers.get("retry-after") ?? "")?.[0];
  return new Unanswered(
    error?.data?.code ?? CODES[status] ?? "failed",
    error?.message ?? detail ?? `The Clew server answered with status ${status}.`,
    wait === undefined ? undefined : Number(wait),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The answer in place of one that never came: a failed tool where a tool was called, because clients show an agent nothing else. */
function inPlace(message: JSONRPCMessage, error: unknown): JSONRPCMessage | null {
  if (!isJSONRPCRequest(message)) return null;
  const {
    code,
    message: reason,
    retryAfterSeconds: wait,
  } = error instanceof Unanswered ? error : new Unanswered("failed", "The request could not be passed on.");
  const text = wait === undefined ? reason : `${reason} Wait ${wait} seconds.`;
  const data = { code, ...(wait !== undefined && { retry_after_seconds: wait }) };
  const { id, jsonrpc } = message;
  if (message.method !== "tools/call") return { jsonrpc, id, error: { code: UNANSWERED, message: text, data } };
  return {
    jsonrpc,
    id,
    result: {
      isError: true,
      content: [{ type: "text", text: `Error (${code}): ${text}` }],
      structuredContent: { error: { ...data, message: text } },
    },
  };
}

async function forward(message: JSONRPCMessage): Promise<void> {
  const controller = new AbortController();
  if (isJSONRPCRequest(message)) running.set(message.id, controller);
  let answer: JSONRPCMessage | null;
  try {
    answer = await post(message, controller.signal);
    if ("method" in message && message.method === "initialize") {
      protocolVersion = Initialized.safeParse(answer).data?.result.protocolVersion ?? protocolVersion;
    }
  } catch (error) {
    answer = controller.signal.aborted ? null : inPlace(message, error);
  }
  if (isJSONRPCRequest(message)) running.delete(message.id);
  if (answer) await transport.send(answer);
}

transport.onmessage = (message) => {
  if ("method" in message && message.method === "notifications/cancelled") {
    const id = z.object({ requestId: z.union([z.string(), z.number()]) }).safeParse(message.params).data?.requestId;
    // The server cancels the call when its connection ends.
    if (id !== undefined) running.get(id)?.abort();
    return;
  }
  const work: Promise<void> = forward(message)
    .catch((error: unknown) => {
      process.stderr.write(`${errorMessage(error)}\n`);
    })
    .finally(() => pending.delete(work));
  pending.add(work);
};
transport.onerror = (error) => {
  process.stderr.write(`${error.message}\n`);
};
// The client has closed standard input: finish pending requests, then exit.
process.stdin.once("end", () => {
  void Promise.allSettled(pending).then(() => process.exit(0));
});
await transport.start();
