import { Readable, type Transform, pipeline } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { SourceError } from "../SourceError.ts";
import { MAX_ENCODINGS, MAX_RATIO, RATIO_CHECK_BYTES } from "./responseLimits.ts";
import { message } from "../../messages/messages.ts";

/** Bytes of one piece of decompressed output. */
const CHUNK_BYTES = 64 << 10;
/** RFC 9659: 8 MB is the largest window that a decoder has to accept. */
const ZSTD_WINDOW_LOG = 23;

type ContentEncoding = (first: Uint8Array) => Transform;
const ENCODINGS: ReadonlyMap<string, ContentEncoding> = new Map<string, ContentEncoding>([
  ["gzip", () => createGunzip({ chunkSize: CHUNK_BYTES })],
  ["x-gzip", () => createGunzip({ chunkSize: CHUNK_BYTES })],
  ["br", () => createBrotliDecompress({ chunkSize: CHUNK_BYTES })],
  [
    "zstd",
    () =>
      createZstdDecompress({ chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  ],
  // Hosts send deflate with and without the header of zlib.
  ["deflate", ([first = 0]) => ((first & 0x0f) === 8 ? createInflate : createInflateRaw)({ chunkSize: CHUNK_BYTES })],
]);

/** Codings of a `content-encoding` header, the last applied first. SourceError for one that this server does not read, or for too many. */
export function readContentEncodings(header: string | null, host: string): readonly ContentEncoding[] {
  const names = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const codings = names.flatMap((name) => ENCODINGS.get(name) ?? []);
  if (codings.length < names.length || codings.length > MAX_ENCODINGS) {
    throw new SourceError("bad_answer", message("host.unknown_encoding", { host }));
  }
  return codings.toReversed();
}

/**
 * Decompresses as the bytes arrive. Each coding's output is bounded, against decompression bombs, also nested ones.
 * @param maxBytes bytes of output of each coding
 * @throws SourceError `too_large`, or `bad_answer` for damaged data
 */
export function decode(
  source: AsyncIterable<Uint8Array>,
  codings: readonly ContentEncoding[],
  maxBytes: number,
  host: string,
): AsyncIterable<Uint8Array> {
  return codings.reduce((input, coding) => inflate(input, coding, maxBytes, host), source);
}

/** Counts the bytes of a stream, and keeps the error with which it ended. */
class CountedInput {
  bytes = 0;
  failure: unknown;
  readonly #first: Uint8Array;
  readonly #rest: AsyncIterator<Uint8Array>;

  constructor(first: Uint8Array, rest: AsyncIterator<Uint8Array>) {
    this.#first = first;
    this.#rest = rest;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      this.bytes += this.#first.byteLength;
      yield this.#first;
      for (let next = await this.#rest.next(); next.done !== true; next = await this.#rest.next()) {
        this.bytes += next.value.byteLength;
        yield next.value;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    } finally {
      await this.#rest.return?.();
    }
  }
}

async function* inflate(
  source: AsyncIterable<Uint8Array>,
  coding: ContentEncoding,
  maxBytes: number,
  host: string,
): AsyncGenerator<Uint8Array> {
  const rest = source[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) return;
  const input = new CountedInput(first.value, rest);
  const decoder = coding(first.value);
  // Errors of the pipeline destroy the decoder, and so reach the loop below.
  pipeline(Readable.from(input.read(), { objectMode: true, highWaterMark: 1 }), decoder, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new SourceError("too_large", message("host.large_answer", { host }));
      if (bytes > RATIO_CHECK_BYTES && bytes > input.bytes * MAX_RATIO)
        throw new SourceError("too_large", message("host.compressed_answer", { host }));
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (input.failure !== undefined) throw input.failure;
    throw new SourceError("bad_answer", message("host.damaged_answer", { host }), { cause: error });
  } finally {
    decoder.destroy();
  }
}
