import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A file that is made while it is sent: the next part when the client has taken the last. */
export class FileStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly #closed: () => void;

  /** @param closed called once when nothing of it is sent any more, also where nothing was */
  constructor(chunks: AsyncIterable<Uint8Array>, closed: () => void) {
    this.chunks = chunks;
    this.#closed = closed;
  }

  /** The body of a response, which ends with it. A response without a body, or whose client has gone, begins none. */
  bodyOf(response: FastifyReply["raw"], method: string): Readable {
    const body = Readable.from(this.chunks, { objectMode: false });
    body.once("close", this.#closed);
    if (method === "HEAD" || response.destroyed) body.destroy();
    else response.once("close", () => body.destroy());
    return body;
  }
}
