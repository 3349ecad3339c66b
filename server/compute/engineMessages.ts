/** What passes between the thread that answers people and an engine thread. */
import type { MessagePort } from "node:worker_threads";
import type { Availability } from "../sources/connector/calendarTypes.ts";
import type { RemoteRows, RemoteStatement } from "../db/remoteDb.ts";
import type { SharedBlob } from "../index/blobs/SharedBlobs.ts";
import type { BlobsLocation } from "../index/blobs/openBlobs.ts";
import type { MirrorOutcome, MirrorPlace, MirrorReadRequest } from "./mirrorPlace.ts";
import type { PortableError } from "./portableErrors.ts";

export interface EngineWorkerData {
  readonly blobs: BlobsLocation;
  readonly dataDir: string;
  /** The port of the thread's git relay. */
  readonly git: MessagePort;
  /** Bytes of indexes that this thread may keep open. */
  readonly indexBytes: number;
  /** Bytes of facts for Insights that this thread may keep. */
  readonly factsBytes: number;
  /** One Int32: the id of the task that was cancelled last. */
  readonly cancelled: SharedArrayBuffer;
}

/** Requests of an engine thread to the main thread, by name: argument and result. */
export interface Questions {
  readonly query: { readonly asks: RemoteStatement; readonly answer: RemoteRows };
  readonly blob: { readonly asks: string; readonly answer: SharedBlob };
  /** Where the mirror of a source is read. */
  readonly mirror: { readonly asks: string; readonly answer: MirrorPlace };
  readonly mirrorRead: { readonly asks: MirrorReadRequest; readonly answer: MirrorOutcome };
  readonly availability: { readonly asks: readonly string[]; readonly answer: ReadonlyMap<string, Availability> };
}
export type QuestionName = keyof Questions;

export type ToEngine =
  | {
      readonly kind: "task";
      readonly id: number;
      readonly name: string;
      readonly context: unknown;
      readonly now: number;
      /** The answer is wanted as the bytes of the wire. */
      readonly isSerialized: boolean;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "stop" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: PortableError };

export type FromEngine =
  | {
      readonly kind: "done";
      readonly id: number;
      readonly answer: unknown;
      /** Milliseconds of processor time. */
      readonly cpu: number;
      readonly openIndexes: number;
    }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly error: PortableError;
      readonly cpu: number;
      readonly openIndexes: number;
    }
  | { readonly kind: "ask"; readonly id: number; readonly name: QuestionName; readonly asks: unknown }
  /** The thread no longer waits for the answer. */
  | { readonly kind: "withdraw"; readonly id: number }
  | { readonly kind: "blob"; readonly hash: string; readonly bytes: SharedArrayBuffer | null }
  | { readonly kind: "release"; readonly hash: string }
  | {
      readonly kind: "log";
      readonly level: "info" | "warn" | "error";
      readonly fields: unknown;
      readonly message: string;
    };
