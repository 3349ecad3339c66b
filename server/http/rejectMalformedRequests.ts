/** What HTTP allows, or a parser lets through, and no client of ours sends: it is refused before anything reads it. */
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from "fastify";
import { SOCKET_PATH } from "../../contract/constants.ts";
import { Invalid, NotFound } from "../errors.ts";
import { SECURITY_HEADERS } from "./securityHeaders.ts";
import { type Message, englishText, message } from "../messages/messages.ts";

/** Duplicate Host headers (request smuggling), or HTTP/0.9, which has no headers. */
function isMalformed({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === "host");
  return hosts.length > 1 || raw.httpVersionMajor < 1;
}

export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isMalformed(request)) {
      void reply.header("connection", "close");
      throw new Invalid({ non_field_errors: [message("request.unreadable")] });
    }
    // No name contains a NUL, and the database rejects it in a parameter.
    if (JSON.stringify(request.params).includes("\\u0000")) throw new NotFound();
    if (request.headers.upgrade === undefined) return;
    // An upgrade request that a hook answers is refused: nothing reads from its connection after that, so it would stay open indefinitely.
    reply.raw.once("finish", () => request.raw.socket.destroySoon());
    // Elsewhere it would be upgraded first and closed by a word of the websocket then, which a client may ignore for a while.
    if (request.headers.upgrade.toLowerCase() === "websocket" && !isSocketPath(request.url)) throw new NotFound();
  });
}

const isSocketPath = (url: string): boolean => {
  const [path = ""] = url.split("?");
  return path === SOCKET_PATH || `${path}/` === SOCKET_PATH;
};

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, text: Message]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", message("request.timeout")],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", message("request.head_too_large")],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", message("request.too_large")],
};

/** Answers what never became a request, in the shape of all other refusals, and ends the connection. */
export const answerClientError: NonNullable<FastifyServerOptions["clientErrorHandler"]> = (error, socket) => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, text] = CLIENT_ERRORS[error.code ?? ""] ?? ["400 Bad Request", message("request.unreadable")];
  const body = JSON.stringify({ detail: englishText(text), code: text.code });
  if (socket.writable) {
    const headers = {
      ...SECURITY_HEADERS,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroySoon();
};
