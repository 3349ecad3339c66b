import { errorCodes, type FastifyReply, type FastifyRequest } from "fastify";
import { TooMany } from "../../errors.ts";
import { message } from "../../messages/messages.ts";
import { ConcurrencyLimiter } from "./ConcurrencyLimiter.ts";

/** The content type of a body that is sent as it is. */
const BINARY = /^application\/octet-stream\b/i;

/** Seconds after which a user whose upload is still running may try again. */
const RETRY_SECONDS = 5;

/**
 * Admits uploads before their bodies are read, because each may take tens of megabytes: one of a user, four of all. Any other upload waits
 * with its body unread.
 */
export class UploadLimiter {
  readonly #limiter = new ConcurrencyLimiter({
    concurrency: 4,
    maxQueued: 100,
    maxQueuedPerUser: 1,
    queueTimeoutMs: 30_000,
  });
  readonly #users = new Set<string>();

  /**
   * Resolves when the body may be read; the place is held until the answer is sent or the client has gone.
   * @param signal aborted when the client has gone
   * @throws TooMany while another upload of the user runs, ServerBusyError after the wait, or FST_ERR_CTP_BODY_TOO_LARGE for a body of
   *   another type that is larger than usual or does not give its length
   */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, signal }: { readonly userId: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const { "content-type": type = "", "content-length": length } = request.headers;
    if (!BINARY.test(type)) {
      const { bodyLimit = 0 } = request.server.initialConfig;
      if (Number(length ?? Infinity) > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      return;
    }
    if (this.#users.has(userId)) throw new TooMany(RETRY_SECONDS, message("limit.concurrent"));
    this.#users.add(userId);
    const ended = new Promise<void>((resolve) => reply.raw.once("close", resolve));
    void ended.then(() => this.#users.delete(userId));
    await new Promise<void>((resolve, reject) => {
      this.#limiter
        .run(userId, signal, () => {
          resolve();
          return ended;
        })
        .catch(reject);
    });
  }
}
