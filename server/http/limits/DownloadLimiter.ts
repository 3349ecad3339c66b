import type { FastifyReply } from "fastify";
import { TooMany } from "../../errors.ts";
import { message } from "../../messages/messages.ts";

/** Bytes of files that may be in flight to one user: two of the largest. A client that does not read leaves them in memory. */
const MAX_BYTES = 100 << 20;
const RETRY_SECONDS = 5;

/** Bounds the memory that the files in flight to one user take. */
export class DownloadLimiter {
  readonly #bytes = new Map<string, number>();

  /** Counts an answer until it is sent or its client has gone. @throws TooMany beyond the bound, except for the only answer */
  admit(userId: string, response: FastifyReply["raw"], bytes: number): void {
    const pending = this.#bytes.get(userId) ?? 0;
    if (pending > 0 && pending + bytes > MAX_BYTES) throw new TooMany(RETRY_SECONDS, message("limit.concurrent"));
    this.#bytes.set(userId, pending + bytes);
    response.once("close", () => {
      const remaining = (this.#bytes.get(userId) ?? 0) - bytes;
      if (remaining > 0) this.#bytes.set(userId, remaining);
      else this.#bytes.delete(userId);
    });
  }
}
