import type { Socket } from "node:net";
import { RESPONSE_LIMITS } from "../responses/responseLimits.ts";

/**
 * Bytes that are passed to the HTTP parser at a time. The parser destroys a socket whose headers or trailers exceed the limit, but still
 * parses the bytes that it has, and creates an error with a stack for each line: 64 kB of short lines took 0.3 s.
 */
export const SLICE_BYTES = 2048;

/** Bytes of one answer with all that is around its body: the largest body, and as much again for the lines of its chunks. */
const MAX_BYTES = 2 * RESPONSE_LIMITS.page.bytes;

/** More bytes than an answer may have of which only a part is its body, such as a chunk's extension without an end. */
class TooManyBytesError extends Error {
  override readonly name = "TooManyBytesError";
  readonly code = "ERR_TOO_MANY_BYTES";
}

/**
 * Makes `read()` of a socket give at most {@link SLICE_BYTES} at a time, {@link MAX_BYTES} for each request that is written to it, and nothing
 * once it is destroyed. For sockets with one request at a time.
 */
export function readInSlices(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let left = MAX_BYTES;
  socket.write = (...args: unknown[]): boolean => {
    left = MAX_BYTES;
    return write(...args);
  };
  socket.read = (size?: number): unknown => {
    if (socket.destroyed) return null;
    const bytes: unknown = read(size ?? (socket.readableLength > SLICE_BYTES ? SLICE_BYTES : undefined));
    if (bytes instanceof Uint8Array) left -= bytes.byteLength;
    if (left >= 0) return bytes;
    socket.destroy(new TooManyBytesError("more bytes than an answer may have"));
    return null;
  };
  return socket;
}
