/**
 * An answer as it goes over the wire: the UTF-8 of its JSON, or of its CSV. Engine threads serialize, so that the thread that serves everyone
 * neither copies nor formats a large answer.
 */
export class SerializedAnswer {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The same memory. */
  get buffer(): Buffer {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  }

  /** The text of an answer that is not JSON. */
  get text(): string {
    return this.buffer.toString("utf8");
  }

  /** What was serialized, for callers within the process. */
  parse(): unknown {
    return JSON.parse(this.text);
  }
}
