export interface JsonLimits {
  /** Values in the JSON document, counted by its opening brackets and commas: at most twice their number, at least half of it. */
  readonly elements: number;
  /** Entries of a single array or object. */
  readonly members: number;
  /** Arrays and objects inside each other. */
  readonly depth: number;
}

/** Characters of a number: 64 bits need 20, a double at most 25. */
const MAX_NUMBER_LENGTH = 64;

export type JsonExcess = "depth" | "elements" | "number";

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How a byte outside of a string is treated: 0 part of a number or word, 1 white space or colon, 2 structure. */
const CLASS = new Uint8Array(256);
for (const byte of [0x20, 0x09, 0x0a, 0x0d, 0x3a]) CLASS[byte] = 1;
for (const byte of [QUOTE, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT]) CLASS[byte] = 2;

/**
 * Counts what `JSON.parse` would make of a document, over its bytes as they arrive and before any value is made. It is linear in the bytes
 * and needs memory only for the nesting. It does not check the syntax: up to the first error of syntax its counts are those of the parser,
 * which stops there.
 */
export class JsonScanner {
  readonly #limits: JsonLimits;
  /** Commas of each open array or object. */
  readonly #members: Int32Array;
  #depth = 0;
  #elements = 0;
  #run = 0;
  #isInString = false;
  #isEscaped = false;
  #excess: JsonExcess | null = null;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#members = new Int32Array(limits.depth + 1);
  }

  /** @returns which limit was exceeded by the bytes so far; null for none */
  push(bytes: Uint8Array): JsonExcess | null {
    this.#excess ??= this.#scan(bytes);
    return this.#excess;
  }

  #scan(bytes: Uint8Array): JsonExcess | null {
    const { depth: mostDepth, elements: mostElements, members: mostMembers } = this.#limits;
    const members = this.#members;
    const { length } = bytes;
    let depth = this.#depth;
    let elements = this.#elements;
    let run = this.#run;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        continue;
      }
      const kind = CLASS[byte];
      if (kind === 0) {
        run += 1;
        if (run > MAX_NUMBER_LENGTH) return "number";
        continue;
      }
      run = 0;
      if (kind === 1) continue;
      if (byte === QUOTE) {
        isInString = true;
      } else if (byte === COMMA) {
        elements += 1;
        const count = (members[depth] ?? 0) + 1;
        members[depth] = count;
        if (elements > mostElements || count >= mostMembers) return "elements";
      } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        elements += 1;
        depth += 1;
        if (depth > mostDepth) return "depth";
        if (elements > mostElements) return "elements";
        members[depth] = 0;
      } else if (depth > 0) {
        depth -= 1;
      }
    }
    this.#depth = depth;
    this.#elements = elements;
    this.#run = run;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return null;
  }
}
