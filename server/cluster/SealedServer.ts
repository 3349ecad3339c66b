/** Takes sealed messages of other processes of this installation and answers them. */
import { PassThrough } from "node:stream";
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import type { KeyRing } from "../access/keys/KeyRing.ts";
import { withTimeout } from "../concurrency.ts";
import { CannotStart, errorMessage } from "../errors.ts";
import { HEARTBEAT_MS, frame, MAX_REQUEST_BYTES } from "./answerFrames.ts";
import { type MessageFault, RefusedMessage, RequestOpener } from "./sealedMessages.ts";

/** Milliseconds for the head and for all of a request, and that an idle connection is kept. */
const HEADERS_MS = 5000;
const REQUEST_MS = 10_000;
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 10_000;
/** Milliseconds that running work has to end when the process stops. */
const DRAIN_MS = 10_000;
/** Milliseconds that the last answers have to be sent. */
const FLUSH_MS = 1000;

/** The answer of a process that is stopping, or has lost its place among the live ones: another one answers. */
export interface Draining {
  readonly kind: "draining";
}

export interface SealedServerOptions {
  /** Identifies this start of the process. */
  readonly id: string;
  readonly keys: KeyRing;
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: () => number;
  /** Whether others still count this process as live. */
  readonly isLive: () => boolean;
  readonly host: string;
  readonly port: number;
  /** The setting with host and port, for the operator. */
  readonly setting: string;
  readonly path: string;
  /** Computes the answer of a message. The signal is aborted when its sender has gone. */
  readonly answer: (content: unknown, signal: AbortSignal) => Promise<unknown>;
  readonly log: Pick<FastifyBaseLogger, "error">;
  readonly onReceived?: ((outcome: "accepted" | "draining" | MessageFault) => void) | undefined;
}

/** The server of sealed messages. A sender without the key gets 404 for everything. */
export class SealedServer {
  readonly #options: SealedServerOptions;
  readonly #opener: RequestOpener;
  readonly #app: FastifyInstance;
  readonly #running = new Set<Promise<void>>();
  #isDraining = false;

  constructor(options: SealedServerOptions) {
    this.#options = options;
    this.#opener = new RequestOpener(options.keys, options.id, options.now);
    this.#app = createApp();
    this.#app.post(options.path, (request, reply) => this.#receive(request.body as Buffer, reply));
  }

  /** @throws CannotStart when the address cannot be listened at */
  async start(): Promise<void> {
    const { host, port, setting } = this.#options;
    try {
      await this.#app.listen({ host, port });
    } catch (error) {
      throw new CannotStart(`${setting} ${host}:${port} cannot be listened at: ${errorMessage(error)}.`, {
        cause: error,
      });
    }
  }

  get port(): number {
    const address = this.#app.server.address();
    return typeof address === "object" && address !== null ? address.port : this.#options.port;
  }

  /** Takes no further message, waits for those that are answered, and closes. */
  async close(): Promise<void> {
    this.#isDraining = true;
    await withTimeout(Promise.all(this.#running), DRAIN_MS);
    // Answers are sent to the end. What still runs is given to another process by its sender.
    const force = setTimeout(() => this.#app.server.closeAllConnections(), FLUSH_MS);
    await this.#app.close();
    clearTimeout(force);
  }

  #receive(body: Buffer, reply: FastifyReply): FastifyReply {
    const { isLive, onReceived } = this.#options;
    let opened: ReturnType<RequestOpener["open"]>;
    try {
      opened = this.#opener.open(body);
    } catch (error) {
      if (error instanceof RefusedMessage) onReceived?.(error.reason);
      return reply.code(404).send();
    }
    const { content, sealAnswer } = opened;
    void reply.type("application/octet-stream");
    if (this.#isDraining || !isLive()) {
      onReceived?.("draining");
      return reply.send(frame("answer", sealAnswer({ kind: "draining" } satisfies Draining)));
    }
    onReceived?.("accepted");
    return reply.send(this.#answer(content, sealAnswer, reply));
  }

  /** @returns the frames of the answer, with a sign of life at an interval before it */
  #answer(content: unknown, sealAnswer: (answer: unknown) => Buffer, reply: FastifyReply): PassThrough {
    const stream = new PassThrough();
    stream.write(frame("heartbeat"));
    const heartbeats = setInterval(() => stream.write(frame("heartbeat")), HEARTBEAT_MS);
    const gone = new AbortController();
    reply.raw.once("close", () => {
      clearInterval(heartbeats);
      if (!reply.raw.writableFinished) gone.abort(new Error("The caller has gone."));
    });
    const work = this.#options
      .answer(content, gone.signal)
      .then((answer) => {
        clearInterval(heartbeats);
        stream.end(frame("answer", sealAnswer(answer)));
      })
      .catch((error: unknown) => {
        // Such as an answer that cannot be copied: the sender asks another process.
        clearInterval(heartbeats);
        this.#options.log.error({ err: error }, "a message of another process could not be answered");
        stream.destroy();
      })
      .finally(() => this.#running.delete(work));
    this.#running.add(work);
    return stream;
  }
}

/** A caller without the key learns nothing, also not what is wrong. */
function createApp(): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_REQUEST_BYTES,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1000 },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  return app;
}
