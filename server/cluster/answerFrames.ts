/** The frames of an answer between two processes. */

/** A sign of life while the answer is computed, every `HEARTBEAT_MS`; the sealed answer. */
export type FrameKind = "heartbeat" | "answer";
const KINDS: readonly FrameKind[] = ["heartbeat", "answer"];
const HEAD_BYTES = 5;

/** Milliseconds between two signs of life. */
export const HEARTBEAT_MS = 300;
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
      if (kind === undefined || length > MAX_ANSWER_BYTES) throw new Error("A process sent no frame.");
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
