/** Sends sealed messages to another process and waits for the sealed answers. */
import { Agent, request } from "undici";
import type { KeyRing } from "../access/keys/KeyRing.ts";
import { FrameReader } from "./answerFrames.ts";
import { sealRequest } from "./sealedMessages.ts";

/** Milliseconds until the first sign of life of a process that has accepted a message, and between two. */
const FIRST_HEARTBEAT_MS = 1000;
const SILENCE_MS = 2000;
/** Shorter than the process keeps an idle connection, so that none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 20_000;

/** A process did not answer: another one has to. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  readonly isSilent: boolean;

  constructor(
    text: string,
    { isSilent = false, cause }: { readonly isSilent?: boolean; readonly cause?: unknown } = {},
  ) {
    super(text, { cause });
    this.isSilent = isSilent;
  }
}

export interface SealedClientOptions {
  readonly keys: KeyRing;
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: () => number;
}

/** A process that takes messages: its address, and the id of this start of it. */
export interface MessageReceiver {
  readonly address: string;
  readonly id: string;
}

/**
 * Sends messages to processes of this installation. Their addresses come from the database and not from users, and what is sent opens only
 * with the master key; so these requests do not pass the egress.
 */
export class SealedClient {
  readonly #options: SealedClientOptions;
  readonly #agent = new Agent({
    connect: { timeout: FIRST_HEARTBEAT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // Its own timers are as coarse as a second.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  constructor(options: SealedClientOptions) {
    this.#options = options;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Sends a message and waits for its answer, for as long as the process shows signs of life.
   * @throws Unanswered when there is no valid answer; the signal's reason
   */
  async send({ address, id }: MessageReceiver, path: string, content: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const { keys, now } = this.#options;
    const sealed = sealRequest(keys, id, now(), content);
    const silence = new SilenceWatch();
    try {
      const { statusCode, body } = await request(new URL(path, address), {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        body: sealed.bytes,
        dispatcher: this.#agent,
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (statusCode !== 200) {
        await body.dump();
        throw new Error(`It answered with ${statusCode}.`);
      }
      const reader = new FrameReader();
      let answer: Buffer | undefined;
      // To the end, also after the answer: a connection whose response is read whole is kept for the next message.
      for await (const chunk of body) {
        silence.restart();
        answer ??= reader.push(chunk as Buffer);
      }
      if (!answer) throw new Error("Its answer ended early.");
      return sealed.openAnswer(answer);
    } catch (error) {
      signal.throwIfAborted();
      throw new Unanswered(`The process at ${address} did not answer.`, {
        isSilent: silence.signal.aborted,
        cause: error,
      });
    } finally {
      silence.stop();
    }
  }
}

/** Aborts when nothing was received for too long. */
class SilenceWatch {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;
  #receivedAt: number;
  #isStopped = false;

  constructor() {
    this.#receivedAt = performance.now();
    this.#timer = this.#wait(FIRST_HEARTBEAT_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.#receivedAt = performance.now();
    clearTimeout(this.#timer);
    this.#timer = this.#wait(SILENCE_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** After a delay of this event loop the timer is due before the bytes that have arrived meanwhile are read: these come first. */
  #wait(milliseconds: number): NodeJS.Timeout {
    const from = this.#receivedAt;
    return setTimeout(() => {
      setImmediate(() => {
        if (this.#receivedAt === from && !this.#isStopped) this.#controller.abort(new Error("It is silent."));
      });
    }, milliseconds);
  }
}
