/** The messages between web processes and search processes, and the frames of an answer. */
import type { EngineTask } from "../compute/engineTask.ts";
import type { PortableError } from "../compute/portableErrors.ts";
import { MANIFEST_FORMAT } from "../index/manifest.ts";
import { VERSION } from "../observability/version.ts";

/** Raised when the messages, the frames or the hash of a project change. */
const MESSAGES = 2;

/** Handlers run with the arguments and answers of their own version: only processes of one version ask each other. */
export const PROTOCOL = `${MESSAGES}.${MANIFEST_FORMAT}.${VERSION}`;

/** Where a search process takes tasks. */
export const TASK_PATH = "/task";

/** A task for the engine threads of another process. */
export interface RemoteTask extends EngineTask {
  /** The project with its company, by which its load is counted. */
  readonly placementKey: string;
}

/** How many threads of the process the project kept busy recently. */
export interface KeyLoad {
  readonly busy: number;
  readonly threads: number;
}

export type RemoteAnswer =
  | { readonly kind: "done"; readonly answer: unknown; readonly cpu: number; readonly load: KeyLoad }
  | { readonly kind: "failed"; readonly error: PortableError; readonly cpu: number; readonly load: KeyLoad }
  /** It is stopping, or has lost its place among the live ones: another one answers. */
  | { readonly kind: "draining" };

/** A sign of life while a task waits or runs, every `BEAT_MS`; the sealed answer. */
export type FrameKind = "beat" | "answer";
const KINDS: readonly FrameKind[] = ["beat", "answer"];
const HEAD_BYTES = 5;

/** Milliseconds between two signs of life. */
export const BEAT_MS = 300;
/** Bytes of a request, and of an answer, such as a CSV of all rows. */
export const MAX_REQUEST_BYTES = 8 * 2 ** 20;
export const MAX_ANSWER_BYTES = 128 * 2 ** 20;

/** kind (1 byte) | length (4) | content */
export function frame(kind: FrameKind, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(kind), 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

/** Takes the bytes of a response as they arrive. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /**
   * @returns the content of the answer once all of it is there; undefined before
   * @throws Error for anything that is no frame
   */
  push(chunk: Buffer): Buffer | undefined {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= HEAD_BYTES) {
      const head = this.#peek(HEAD_BYTES);
      const kind = KINDS[head.readUInt8(0)];
      const length = head.readUInt32BE(1);
      if (kind === undefined || length > MAX_ANSWER_BYTES) throw new Error("A search process sent no frame.");
      if (this.#bytes < HEAD_BYTES + length) return undefined;
      const content = this.#peek(HEAD_BYTES + length).subarray(HEAD_BYTES);
      if (kind === "answer") return content;
      this.#chunks = [this.#peek(this.#bytes).subarray(HEAD_BYTES + length)];
      this.#bytes -= HEAD_BYTES + length;
    }
    return undefined;
  }

  /** The first bytes, in one piece. Chunks are joined only when a frame spans several. */
  #peek(bytes: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= bytes) return first.subarray(0, bytes);
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.subarray(0, bytes);
  }
}
