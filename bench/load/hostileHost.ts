import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

/** Bytes to send, one piece after the other; waits for the client between them. Ends the connection after the last, unless `stays`. */
export interface Behaviour {
  readonly name: string;
  readonly send: () => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** The connection is left open after the last piece. */
  readonly stays?: boolean;
}
export interface HostileHost {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  behaviour: Behaviour;
  /** Requests that are passed to a well-behaved host. */
  passes: ((method: string, path: string) => string | undefined) | undefined;
  /** Bytes of hostile responses that clients have read since the start. */
  readonly sent: number;
  /** Hostile answers that were begun. */
  readonly answers: number;
  stop(): Promise<void>;
}

const MB = 1 << 20;
const head = (headers: Readonly<Record<string, string>> = {}, status = "200 OK"): string =>
  `HTTP/1.1 ${status}\r\n${Object.entries({ "content-type": "application/json", connection: "close", ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
/** Repeats a piece, in blocks of 64 KB, up to a number of bytes. */
function* repeated(piece: string, bytes: number): Generator<string> {
  const block = piece.repeat(Math.max(1, Math.floor(65_536 / piece.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}
function* around(before: string, piece: string, bytes: number, after: string): Generator<string> {
  yield head();
  yield before;
  yield* repeated(piece, bytes);
  yield after;
}
const completeAnswer = (
  name: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  status?: string,
): Behaviour => ({
  name,
  *send() {
    yield head({ "content-length": String(Buffer.byteLength(body)), ...headers }, status);
    yield body;
  },
});
const json = (name: string, body: string, status?: string): Behaviour => completeAnswer(name, {}, body, status);
const raw = (name: string, ...pieces: readonly string[]): Behaviour => ({ name, send: () => pieces });
async function* trickle(piece: string, first: string): AsyncGenerator<string> {
  yield first;
  for (;;) {
    yield piece;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
function* distinctKeys(count: number): Generator<string> {
  yield `${head()}{"k":0`;
  for (let at = 0; at < count; at += 1000)
    yield Array.from({ length: 1000 }, (_, index) => `,"k${at + index}":1`).join("");
  yield "}";
}
function* distinctShapes(count: number): Generator<string> {
  yield `${head()}[{"k":0}`;
  for (let at = 0; at < count; at += 1000)
    yield Array.from({ length: 1000 }, (_, index) => `,{"k${at + index}":1}`).join("");
  yield "]";
}
const zeros = Buffer.alloc(64 * MB);
/** @param make the body, which is made once */
const bomb = (name: string, encoding: string, make: () => Uint8Array): Behaviour => {
  let body: Uint8Array | undefined;
  return {
    name,
    *send() {
      body ??= make();
      yield head({ "content-encoding": encoding, "content-length": String(body.length) });
      yield body;
    },
  };
};
const SMALL = '{"id":1}';

/** Behaviours of a hostile host. Each is sent over a plain socket, so that its bytes arrive unchanged. */
export const BEHAVIOURS: readonly Behaviour[] = [
  // Found by the review.
  { name: "60 MB of empty objects", send: () => around("[{}", ",{}", 60 * MB, "]") },
  { name: "60 MB of opening brackets", send: () => around("", "[", 60 * MB, "") },
  { name: "60 MB of nested objects", send: () => around("", '{"a":', 60 * MB, "") },
  json("null", "null"),
  raw("720 kB of headers", `${head({ "x-long": "a".repeat(720 * 1024) })}${SMALL}`),
  { name: "headers without an end", send: () => repeated("x-more: and more\r\n", 64 * MB), stays: true },
  json("an empty body", ""),
  json("a page for people", "<!doctype html><title>A shop</title>"),
  raw("an immediate close"),
  raw("no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"),
  { name: "silence", send: () => [], stays: true },
  { name: "headers in a trickle", send: () => trickle("x: y\r\n", "HTTP/1.1 200 OK\r\n"), stays: true },
  {
    name: "a body in a trickle",
    send: () => trickle("1\r\n \r\n", head({ "transfer-encoding": "chunked", connection: "keep-alive" })),
    stays: true,
  },
  raw("an answer that breaks off", `${head({ "content-length": "5000" })}{"id":1,`),
  { name: "a body without an end", send: () => around('{"a":"', "x", 200 * MB, "") },
  { name: "redirects in circles", send: () => [head({ location: "/again", "content-length": "0" }, "302 Found")] },
  // Beyond it.
  { name: "a million keys in one object", send: () => distinctKeys(1_000_000) },
  { name: "a million objects of different shape", send: () => distinctShapes(1_000_000) },
  json("a number of a million digits", `{"id":${"7".repeat(1_000_000)}}`),
  json("ten thousand long numbers", `[${Array.from({ length: 10_000 }, () => "9".repeat(300)).join(",")}]`),
  json("__proto__ keys", '{"__proto__":{"message":"polluted"},"constructor":{"prototype":{"polluted":1}},"id":1}'),
  json("duplicate keys", `{${'"id":1,'.repeat(5000)}"id":"last"}`),
  json("a byte order mark", `\uFEFF{"id":1}`),
  completeAnswer("UTF-16", {}, Buffer.from(`\uFEFF{"id":1}`, "utf16le")),
  completeAnswer("bytes that are no UTF-8", {}, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d])),
  raw("no content", head({}, "204 No Content")),
  raw("reset content with a body", `${head({ "content-length": "8" }, "205 Reset Content")}${SMALL}`),
  raw("not modified without a condition", head({}, "304 Not Modified")),
  json("multiple choices", SMALL, "300 Multiple Choices"),
  raw("a redirect to nowhere", head({ "content-length": "0" }, "302 Found")),
  raw("a redirect to a bad address", head({ location: "http://[", "content-length": "0" }, "302 Found")),
  raw("continue, and nothing else", "HTTP/1.1 100 Continue\r\n\r\n"),
  raw("switching protocols", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello"),
  {
    name: "early hints without an end",
    send: () => repeated("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 32 * MB),
  },
  json("status 299", SMALL, "299 Strange"),
  json("status 600", SMALL, "600 Strange"),
  json("status 999", SMALL, "999 Strange"),
  json("status 099", SMALL, "099 Strange"),
  json("418 with a deep refusal", `${'{"message":'.repeat(200)}"no"${"}".repeat(200)}`, "418 I'm a teapot"),
  json("400 with many brackets", "<".repeat(MB), "400 Bad Request"),
  {
    name: "60 MB with a 500",
    *send() {
      yield head({}, "500 Oops");
      yield* repeated("[{},", 60 * MB);
    },
  },
  raw("HTTP/0.9", `${SMALL}\n`),
  raw("HTTP/9.9", `HTTP/9.9 200 OK\r\n\r\n${SMALL}`),
  raw("a bad header", `HTTP/1.1 200 OK\r\nbad header\0: x\r\n\r\n${SMALL}`),
  raw("two lengths", `HTTP/1.1 200 OK\r\ncontent-length: 8\r\ncontent-length: 9\r\n\r\n${SMALL}`),
  raw("a length that is none", `HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n${SMALL}`),
  raw("a length that is too small", `${head({ "content-length": "3" })}${SMALL}`),
  raw("chunks that are none", `${head({ "transfer-encoding": "chunked" })}zz\r\n${SMALL}\r\n0\r\n\r\n`),
  {
    name: "an endless chunk extension",
    *send() {
      yield `${head({ "transfer-encoding": "chunked" })}1;`;
      yield* repeated("a", 64 * MB);
    },
  },
  {
    name: "endless trailers",
    *send() {
      yield `${head({ "transfer-encoding": "chunked" })}8\r\n${SMALL}\r\n0\r\n`;
      yield* repeated("x: y\r\n", 32 * MB);
    },
  },
  bomb("a gzip bomb", "gzip", () => gzipSync(zeros)),
  bomb("a brotli bomb", "br", () => brotliCompressSync(zeros)),
  bomb("a deflate bomb", "deflate", () => deflateSync(zeros)),
  bomb("a raw deflate bomb", "deflate", () => deflateRawSync(zeros)),
  bomb("a zstd bomb", "zstd", () => zstdCompressSync(zeros)),
  bomb("a gzip bomb inside of another", "gzip, gzip", () => gzipSync(gzipSync(zeros))),
  bomb("a gzip bomb in a 404", "gzip", () => gzipSync(zeros)),
  bomb("gzip that breaks off", "gzip", () => gzipSync(Buffer.from(`[${"1,".repeat(9999)}1]`)).subarray(0, 20)),
  bomb("gzip that is none", "gzip", () => Buffer.from(SMALL)),
  bomb("an unknown encoding", "pack200-gzip", () => Buffer.from(SMALL)),
  bomb("forty encodings", Array.from({ length: 40 }, () => "gzip").join(", "), () => gzipSync(SMALL)),
];

/** A host on loopback that answers every request according to its behaviour. */
export async function startHostileHost(behaviour: Behaviour): Promise<HostileHost> {
  const sockets = new Set<Socket>();
  const seen = { sent: 0, answers: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let text = "";
    let isAnswered = false;
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      if (isAnswered || end < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      isAnswered = true;
      const [method = "", path = ""] = text.split(" ", 2);
      const target = host.passes?.(method, path);
      if (target === undefined) void sendTo(socket, host.behaviour, seen);
      else forwardRequest(socket, target, method, path, text.slice(0, end), text.slice(end + 4));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host: HostileHost = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    passes: undefined,
    get sent() {
      return seen.sent;
    },
    get answers() {
      return seen.answers;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return host;
}

async function sendTo(socket: Socket, behaviour: Behaviour, seen: { sent: number; answers: number }): Promise<void> {
  seen.answers += 1;
  for await (const piece of behaviour.send()) {
    if (socket.destroyed) return;
    const isFull = !socket.write(piece);
    seen.sent += Buffer.byteLength(piece);
    if (isFull) await drained(socket);
  }
  if (behaviour.stays !== true) socket.end();
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off("drain", done).off("close", done);
      resolve();
    };
    socket.on("drain", done).on("close", done);
  });
}

/** Forwards the request to the well-behaved host and closes: one request per connection. */
function forwardRequest(
  socket: Socket,
  target: string,
  method: string,
  path: string,
  headers: string,
  body: string,
): void {
  const fields = headers
    .split("\r\n")
    .slice(1)
    .map((line) => /^([^:]+): *(.*)$/.exec(line))
    .flatMap((match) => (match && !/^(?:connection|host)$/i.test(match[1] ?? "") ? [[match[1], match[2]]] : []));
  const forwarded = request(new URL(path, target), {
    method,
    headers: Object.fromEntries(fields) as Record<string, string>,
  });
  forwarded.on("response", (answer) => {
    socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n`);
    for (const [name, value] of Object.entries(answer.headers)) {
      if (!/^(?:connection|transfer-encoding|keep-alive)$/.test(name)) socket.write(`${name}: ${String(value)}\r\n`);
    }
    socket.write("\r\n");
    answer.pipe(socket);
  });
  forwarded.on("error", () => socket.destroy());
  forwarded.end(Buffer.from(body, "latin1"));
}
