import type { Response } from "undici";
import { SourceError } from "../SourceError.ts";
import { ByteBudget } from "./ByteBudget.ts";
import { type JsonExcess, JsonScanner } from "../../JsonScanner.ts";
import { decode, readContentEncodings } from "./contentEncodings.ts";
import { RESPONSE_LIMITS, type ResponseKind, type ResponseLimits, MAX_REFUSAL_BYTES } from "./responseLimits.ts";
import { sentEncodings } from "./undiciHandler.ts";
import { type Message, message } from "../../messages/messages.ts";

/** An answer of which only the head has been read. Its body is read by the method of its expected kind. */
export interface UnreadResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: Response["headers"];
  /**
   * Reads the body within the limits of its kind, decompressed. The connection is closed as soon as one is exceeded. The body of an answer
   * that is no success is cut off where it is too long, and is empty where it cannot be read.
   * @param host display name for messages
   * @throws SourceError, and the errors of the transport
   */
  read(kind: ResponseKind, host: string, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * The body of a success as it arrives, decompressed. What is in it is not counted: the caller bounds what it keeps and parses.
   * @param maxBytes before and after decompression
   * @throws SourceError, and the errors of the transport
   */
  chunks(maxBytes: number, host: string): AsyncIterable<Uint8Array>;
}

/** Bytes of an answer that need no share of the budget. */
const MAX_UNBUDGETED_BYTES = 256 << 10;
/** Bytes of larger answers that the process reads and parses at one time. */
const BUDGET_BYTES = 16 << 20;
/** Milliseconds in which an answer has to arrive that holds a share of the budget. */
const ARRIVAL_TIMEOUT_MS = 30_000;

const budget = new ByteBudget(BUDGET_BYTES);

export function unread(response: Response): UnreadResponse {
  const { status, url, headers } = response;
  return {
    status,
    url,
    headers,
    read: (kind, host, signal) => {
      const limits = RESPONSE_LIMITS[kind];
      const isSuccess = status >= 200 && status < 300;
      return isSuccess
        ? readBody(response, limits, host, signal)
        : readRefusal(response, { ...limits, bytes: Math.min(limits.bytes, MAX_REFUSAL_BYTES) }, host, signal);
    },
    chunks: (maxBytes, host) => chunksOf(response, maxBytes, host),
  };
}

async function readRefusal(
  response: Response,
  limits: ResponseLimits,
  host: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  try {
    return await readBody(response, limits, host, signal);
  } catch (error) {
    // The status of a refusal is enough; its oversized body adds nothing.
    if (error instanceof SourceError && (error.code === "too_large" || error.code === "bad_answer")) return EMPTY;
    throw error;
  }
}
const EMPTY = new Uint8Array();

async function readBody(
  response: Response,
  limits: ResponseLimits,
  host: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { body, headers } = response;
  if (body === null) return EMPTY;
  const tooLarge = (): SourceError => new SourceError("too_large", message("host.large_answer", { host }));
  const scanner = new JsonScanner(limits);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isJson: boolean | null = null;
  let late = Infinity;
  let release: (() => void) | undefined;
  try {
    const codings = readContentEncodings(sentEncodings(headers), host);
    if (Number(headers.get("content-length") ?? 0) > limits.bytes) throw tooLarge();
    for await (const chunk of decode(bounded(body, limits.bytes, tooLarge), codings, limits.bytes, host)) {
      bytes += chunk.byteLength;
      isJson ??= beginsJson(chunk);
      const excess = isJson === true ? scanner.push(chunk) : null;
      if (excess !== null) throw new SourceError("too_large", messageFor(excess, host));
      if (bytes > MAX_UNBUDGETED_BYTES && !release) {
        release = await budget.take(limits.bytes, signal);
        late = performance.now() + ARRIVAL_TIMEOUT_MS;
      }
      if (performance.now() > late) {
        throw new SourceError("timeout", message("host.timeout", { host }));
      }
      chunks.push(chunk);
    }
    return chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks, bytes);
  } catch (error) {
    // An unread body would keep its connection open.
    await body.cancel().catch(() => undefined);
    throw error;
  } finally {
    // The caller parses the bytes before the share of the budget is released.
    if (release) setImmediate(release);
  }
}

async function* chunksOf({ body, headers }: Response, maxBytes: number, host: string): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const tooLarge = (): SourceError => new SourceError("too_large", message("host.large_answer", { host }));
  try {
    const codings = readContentEncodings(sentEncodings(headers), host);
    yield* decode(bounded(body, maxBytes, tooLarge), codings, maxBytes, host);
  } finally {
    // The reader may need no more of it, and an unread body would keep its connection open.
    await body.cancel().catch(() => undefined);
  }
}

async function* bounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => SourceError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/** Whether the first sign can begin a JSON document; null while there is only white space. What cannot is no work for the parser. */
function beginsJson(chunk: Uint8Array): boolean | null {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.byteLength, 4096)).toString("latin1");
  const first = /[^\s\u00EF\u00BB\u00BF]/.exec(text)?.[0];
  return first === undefined ? null : /[[{"\d\-tfn]/.test(first);
}

function messageFor(excess: JsonExcess, host: string): Message {
  switch (excess) {
    case "depth":
      return message("host.deep_answer", { host });
    case "elements":
      return message("host.many_parts", { host });
    case "number":
      return message("host.long_number", { host });
  }
}
