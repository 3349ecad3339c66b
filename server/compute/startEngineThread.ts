import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../db/openDb.ts";
import { answerRemote, type RemoteStatement } from "../db/remoteDb.ts";
import type { AvailabilityReader } from "../sources/connector/calendarTypes.ts";
import type { SharedBlobs } from "../index/blobs/SharedBlobs.ts";
import type { ComputePrincipal } from "./ComputeBudget.ts";
import type { QuestionName } from "./engineMessages.ts";
import { EngineThread } from "./EngineThread.ts";
import type { MirrorReader, MirrorReadRequest } from "./mirrorPlace.ts";
import { fromPortable, type PortableError } from "./portableErrors.ts";

export interface EngineThreadDeps {
  /** Its number in the pool. */
  readonly position: number;
  /** The module that the thread runs. */
  readonly worker: URL;
  readonly start: ConstructorParameters<typeof EngineThread>[1];
  readonly db: Db;
  readonly shared: SharedBlobs;
  readonly readAvailability: AvailabilityReader["read"];
  readonly mirrors: MirrorReader;
  /** Who waits for the task that the thread runs. */
  readonly principal: () => ComputePrincipal | null;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  readonly onLost: () => void;
}

/** A thread whose statements, blobs and calendars are read by this one. */
export function startEngineThread(deps: EngineThreadDeps): EngineThread {
  const { position, worker, start, db, shared, readAvailability, mirrors, principal, log, onLost } = deps;
  const ask = async (name: QuestionName, asks: unknown, signal: AbortSignal): Promise<unknown> => {
    if (name === "query") return answerRemote(db, asks as RemoteStatement);
    if (name === "blob") return shared.ask(position, asks as string);
    if (name === "mirror") return mirrors.locate(asks as string);
    if (name === "mirrorRead") return mirrors.read(asks as MirrorReadRequest, principal(), signal);
    return readAvailability(asks as readonly string[]);
  };
  return new EngineThread(worker, start, {
    ask,
    onMessage: (message) => {
      if (message.kind === "blob") shared.loaded(position, message.hash, message.bytes);
      else if (message.kind === "release") shared.release(position, message.hash);
      else log[message.level](revived(message.fields), message.message);
    },
    onLost: (error) => {
      log.error({ err: error }, "an engine thread has ended; the next question starts another one");
      shared.forget(position);
      onLost();
    },
  });
}

/** Errors among the fields of a log line, as they were before they crossed. */
function revived(fields: unknown): Record<string, unknown> {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, key === "err" ? fromPortable(value as PortableError) : value]),
  );
}
