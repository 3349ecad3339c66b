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
 * Decompresses as the bytes arrive. Each coding's output is bounded, so that neither a bomb nor one inside of another is worked through.
 * @param most bytes of output of each coding
 * @throws SourceError `too_large`, or `bad_answer` for damaged data
 */
export function decode(
  source: AsyncIterable<Uint8Array>,
  codings: readonly ContentEncoding[],
  most: number,
  host: string,
): AsyncIterable<Uint8Array> {
  return codings.reduce((input, coding) => inflate(input, coding, most, host), source);
}

async function* inflate(
  source: AsyncIterable<Uint8Array>,
  coding: ContentEncoding,
  most: number,
  host: string,
): AsyncGenerator<Uint8Array> {
  const input = source[Symbol.asyncIterator]();
  const first = await input.next();
  if (first.done === true) return;
  const counted = { taken: 0 };
  let failed: unknown;
  const compressed = async function* (): AsyncGenerator<Uint8Array> {
    try {
      counted.taken += first.value.byteLength;
      yield first.value;
      for (let next = await input.next(); next.done !== true; next = await input.next()) {
        counted.taken += next.value.byteLength;
        yield next.value;
      }
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      await input.return?.();
    }
  };
  const decoder = coding(first.value);
  // What goes wrong reaches the loop below, by the decoder that is destroyed with it.
  pipeline(Readable.from(compressed(), { objectMode: true, highWaterMark: 1 }), decoder, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new SourceError("too_large", message("host.large_answer", { host }));
      if (bytes > RATIO_CHECK_BYTES && bytes > counted.taken * MAX_RATIO) {
        throw new SourceError("too_large", message("host.compressed_answer", { host }));
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (failed !== undefined) throw failed;
    throw new SourceError("bad_answer", message("host.damaged_answer", { host }), {
      cause: error,
    });
  } finally {
    decoder.destroy();
  }
}
