/** Why an index is refused. */
export type ScipRefusal = "empty" | "cut_off" | "not_scip" | "path" | "path_length" | "twice" | "limit" | "packed";
/** What an index has too many of: `bytes` of one text, `megabytes` when it is unpacked, `bases` of one symbol. */
export type LimitedUnit = "documents" | "occurrences" | "symbols" | "bases" | "bytes" | "megabytes";

interface ScipErrorDetails {
  /** The beginning of a path. */
  readonly path?: string;
  readonly limit?: number;
  readonly unit?: LimitedUnit;
}

/** Characters of a path in a message. */
const MAX_SHOWN_PATH = 100;

/** What was sent is no SCIP index, or one beyond the limits. */
export class ScipError extends Error {
  override readonly name = "ScipError";
  readonly refusal: ScipRefusal;
  /** Values for the message of the refusal. */
  readonly details: Required<ScipErrorDetails>;

  constructor(refusal: ScipRefusal, { path = "", limit = 0, unit = "bytes" }: ScipErrorDetails = {}) {
    super(`The index is refused: ${refusal}`);
    this.refusal = refusal;
    this.details = { path: path.slice(0, MAX_SHOWN_PATH).toWellFormed(), limit, unit };
  }
}

/** Wire types of Protocol Buffers. Groups are not used by SCIP. */
export const VARINT = 0;
export const BYTES = 2;

/**
 * Reads the fields of one message of Protocol Buffers from a part of a buffer, without copying it. Every length is checked against the
 * part, so that no input makes it read or reserve more than it has. @throws ScipError
 */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #from: number;
  readonly #end: number;
  #at: number;
  /** Number and wire type of the field that was read last. */
  field = 0;
  wire = 0;

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#from = from;
    this.#at = from;
    this.#end = end;
  }

  /** Starts again at the first field. */
  restart(): void {
    this.#at = this.#from;
  }

  /** Goes to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const key = this.varint();
    this.field = Math.floor(key / 8);
    this.wire = key % 8;
    if (this.field === 0) throw new ScipError("not_scip");
    return true;
  }

  /** A number below 2^53, as the fields of SCIP are. */
  varint(): number {
    let value = 0;
    let factor = 1;
    for (let read = 0; read < 10; read++) {
      if (this.#at >= this.#end) throw new ScipError("cut_off");
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) throw new ScipError("not_scip");
        return value;
      }
      factor *= 128;
    }
    throw new ScipError("not_scip");
  }

  /** Where the bytes of a string or a message are. */
  range(): { readonly from: number; readonly to: number } {
    if (this.wire !== BYTES) throw new ScipError("not_scip");
    const length = this.varint();
    const from = this.#at;
    if (length > this.#end - from) throw new ScipError("cut_off");
    this.#at = from + length;
    return { from, to: this.#at };
  }

  message(): WireReader {
    const { from, to } = this.range();
    return new WireReader(this.#bytes, from, to);
  }

  /** @param limit bytes. @throws ScipError */
  text(limit: number): string {
    const { from, to } = this.range();
    if (to - from > limit) throw new ScipError("limit", { limit, unit: "bytes" });
    return this.decode(from, to);
  }

  /** The text of a range of the whole buffer. */
  decode(from: number, to: number): string {
    return this.#bytes.toString("utf8", from, to);
  }

  /** Numbers of a repeated field, packed or one by one, after those in `into`. @param limit numbers in all */
  numbers(into: number[], limit: number): void {
    if (this.wire === VARINT) into.push(this.varint());
    else {
      const inner = this.message();
      while (inner.#at < inner.#end && into.length <= limit) into.push(inner.varint());
    }
    if (into.length > limit) throw new ScipError("not_scip");
  }

  skip(): void {
    if (this.wire === VARINT) this.varint();
    else if (this.wire === BYTES) this.range();
    else if (this.wire === 1 || this.wire === 5) {
      this.#at += this.wire === 1 ? 8 : 4;
      if (this.#at > this.#end) throw new ScipError("cut_off");
    } else throw new ScipError("not_scip");
  }
}
