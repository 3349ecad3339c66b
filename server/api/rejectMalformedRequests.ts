/** What HTTP allows, or a parser lets through, and no client of ours sends: it is refused before anything reads it. */
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from "fastify";
import { SOCKET_PATH } from "../../contract/constants.ts";
import { Invalid, NotFound } from "../errors.ts";
import { SECURITY_HEADERS } from "./securityHeaders.ts";

/** Two names of one host, which two machines on the way may read differently; or a request of 1991, which has no headers at all. */
function isMalformed({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === "host");
  return hosts.length > 1 || raw.httpVersionMajor < 1;
}

export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isMalformed(request)) {
      void reply.header("connection", "close");
      throw new Invalid({ non_field_errors: ["The request cannot be read."] });
    }
    if (request.headers.upgrade === undefined) return;
    // An upgrade request that a hook answers is refused: nothing reads from its connection after that, so it would stay open for ever.
    reply.raw.once("finish", () => request.raw.socket.destroySoon());
    // Elsewhere it would be upgraded first and closed by a word of the websocket then, which a client may ignore for a while.
    if (request.headers.upgrade.toLowerCase() === "websocket" && !isSocketPath(request.url)) throw new NotFound();
  });
}

const isSocketPath = (url: string): boolean => {
  const [path = ""] = url.split("?");
  return path === SOCKET_PATH || `${path}/` === SOCKET_PATH;
};

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The head of the request is too large."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "The request is too large."],
};

/** Answers what never became a request, in the shape of all other refusals, and ends the connection. */
export const answerClientError: NonNullable<FastifyServerOptions["clientErrorHandler"]> = (error, socket) => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, detail] = CLIENT_ERRORS[error.code ?? ""] ?? ["400 Bad Request", "The request cannot be read."];
  const body = JSON.stringify({ detail });
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
