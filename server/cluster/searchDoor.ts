/** The door of a search process: takes sealed tasks from web processes and runs them in the engine threads of this process. */
import { PassThrough } from "node:stream";
import { fastify, type FastifyBaseLogger } from "fastify";
import type { KeyRing } from "../access/KeyRing.ts";
import { CannotStart, errorMessage } from "../errors.ts";
import type { EnginePool } from "../http/compute/EnginePool.ts";
import { toPortable } from "../http/compute/portableErrors.ts";
import { withTimeout } from "../http/withTimeout.ts";
import { KeyMeter } from "./KeyLoads.ts";
import { type Refusal, RefusedMessage, RequestOpener } from "./sealedMessages.ts";
import { BEAT_MS, frame, MAX_REQUEST_BYTES, type RemoteAnswer, type RemoteTask, TASK_PATH } from "./searchMessages.ts";

/** Milliseconds for the head and for all of a request, and that an idle connection is kept. */
const HEADERS_MS = 5000;
const REQUEST_MS = 10_000;
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 10_000;
/** Milliseconds that running tasks have to end when the process stops. */
const DRAIN_MS = 10_000;
/** Milliseconds that the last answers have to be sent. */
const FLUSH_MS = 1000;

export interface SearchDoorOptions {
  /** Of this start of the process. */
  readonly id: string;
  readonly keys: KeyRing;
  readonly pool: Pick<EnginePool, "run">;
  readonly threads: number;
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: () => number;
  /** Whether others still count this process as live. */
  readonly isLive: () => boolean;
  readonly host: string;
  readonly port: number;
  readonly log: Pick<FastifyBaseLogger, "error">;
  readonly onReceived?: (outcome: "accepted" | "draining" | Refusal) => void;
}

export interface SearchDoor {
  readonly port: number;
  /** Takes no further task, waits for those that run, and closes. */
  close(): Promise<void>;
}

/** @throws CannotStart when the address cannot be listened at */
export async function openSearchDoor(options: SearchDoorOptions): Promise<SearchDoor> {
  const { id, keys, pool, threads, now, isLive, host, port, log, onReceived } = options;
  const opener = new RequestOpener(keys, id, now);
  const meter = new KeyMeter(threads);
  const running = new Set<Promise<void>>();
  let isDraining = false;
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
  // A caller without the key learns nothing, also not what is wrong.
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((_error, _request, reply) => reply.code(404).send());

  const answerOf = async (task: RemoteTask, signal: AbortSignal): Promise<RemoteAnswer> => {
    const { name, context, asker, key, isPinned, isSerialized, isSlice, placementKey } = task;
    let cpu = 0;
    const onCpu = (milliseconds: number): void => {
      cpu = milliseconds;
    };
    try {
      const answer = await pool.run(name, context, { asker, key, isPinned, isSerialized, isSlice, signal, onCpu });
      return { kind: "done", answer, cpu, load: meter.add(placementKey, cpu) };
    } catch (error) {
      return { kind: "failed", error: toPortable(error), cpu, load: meter.add(placementKey, cpu) };
    }
  };

  app.post(TASK_PATH, (request, reply) => {
    let opened;
    try {
      opened = opener.open(request.body as Buffer);
    } catch (error) {
      if (error instanceof RefusedMessage) onReceived?.(error.reason);
      return reply.code(404).send();
    }
    const { content, sealAnswer } = opened;
    void reply.type("application/octet-stream");
    if (isDraining || !isLive()) {
      onReceived?.("draining");
      return reply.send(frame("answer", sealAnswer({ kind: "draining" } satisfies RemoteAnswer)));
    }
    onReceived?.("accepted");
    const stream = new PassThrough();
    stream.write(frame("beat"));
    const beats = setInterval(() => stream.write(frame("beat")), BEAT_MS);
    const gone = new AbortController();
    reply.raw.once("close", () => {
      clearInterval(beats);
      if (!reply.raw.writableFinished) gone.abort(new Error("The caller has gone."));
    });
    const work = answerOf(content as RemoteTask, gone.signal)
      .then((answer) => {
        clearInterval(beats);
        stream.end(frame("answer", sealAnswer(answer)));
      })
      .catch((error: unknown) => {
        // Such as an answer that cannot be copied: the caller asks another process.
        log.error({ err: error }, "a task could not be answered");
        stream.destroy();
      })
      .finally(() => running.delete(work));
    running.add(work);
    return reply.send(stream);
  });

  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new CannotStart(`CLEW_SEARCH_ADDRESS ${host}:${port} cannot be listened at: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
  const address = app.server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      isDraining = true;
      await withTimeout(Promise.all(running), DRAIN_MS);
      // Answers are sent to the end. What still runs is given to another process by its caller.
      const force = setTimeout(() => app.server.closeAllConnections(), FLUSH_MS);
      await app.close();
      clearTimeout(force);
    },
  };
}
