import type { Socket } from "node:net";

/**
 * Bytes that are handed to the HTTP parser at one time. The parser destroys a socket whose headers or trailers exceed the limit, but goes on
 * through the bytes that it has, and makes an error with a stack for each line: 64 kB of short lines took 0.3 s.
 */
export const SLICE_BYTES = 2048;

/** Makes `read()` of a socket give at most {@link SLICE_BYTES} at a time, and nothing once the socket is destroyed. */
export function readInSlices(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    if (socket.destroyed) return null;
    return read(size ?? (socket.readableLength > SLICE_BYTES ? SLICE_BYTES : undefined)) as unknown;
  };
  return socket;
}
