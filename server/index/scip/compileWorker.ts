/** Compiles an uploaded index in a thread of its own: a large one takes seconds. */
import { parentPort, workerData } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { lowerThreadPriority } from "../../threads/lowerThreadPriority.ts";
import { type CompiledScip, compileScip } from "./readScip.ts";
import { ScipError, type ScipRefusal } from "./WireReader.ts";

/** What the thread is given, and what it answers. */
export interface CompileInput {
  readonly bytes: Uint8Array;
  /** Bytes of the unpacked index. */
  readonly maxBytes: number;
}
export type CompileAnswer =
  { readonly compiled: CompiledScip } | { readonly refusal: ScipRefusal; readonly details: ScipError["details"] };

const NICE_VALUE = 8;
const GZIP = 0x1f8b;

function unpacked(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== GZIP) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new ScipError("limit", { limit: maxBytes >> 20, unit: "megabytes" });
    throw new ScipError("packed");
  }
}

if (parentPort) {
  lowerThreadPriority(NICE_VALUE);
  const { bytes, maxBytes } = workerData as CompileInput;
  let answer: CompileAnswer;
  try {
    answer = { compiled: compileScip(unpacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), maxBytes)) };
  } catch (error) {
    if (!(error instanceof ScipError)) throw error;
    answer = { refusal: error.refusal, details: error.details };
  }
  parentPort.postMessage(answer);
}
