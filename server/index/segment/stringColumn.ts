import type { SectionFile, SectionData } from "./SectionFile.ts";
import { GrowableBytes, GrowableU32 } from "./growableBuffers.ts";
import { DamagedIndexError } from "../indexErrors.ts";

/** Many strings in two sections: their UTF-8 bytes and where each starts. Read one by one; only `find` reads all of them. */
export class StringColumn {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;
  #indexes: Map<string, number> | null = null;

  constructor(container: SectionFile, name: string) {
    this.#bytes = container.bytes(`${name}.bytes`);
    this.#offsets = container.u32(`${name}.offsets`);
    this.length = Math.max(0, this.#offsets.length - 1);
  }

  /** The UTF-8 of all strings; string `n` begins at `offsets[n]` and ends at `offsets[n + 1]`. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
  }

  get offsets(): Uint32Array {
    return this.#offsets;
  }

  /** The string at `index`; empty for an index outside the column. */
  at(index: number): string {
    const start = this.#offsets[index];
    const end = this.#offsets[index + 1];
    return start === undefined || end === undefined ? "" : this.#bytes.toString("utf8", start, end);
  }

  /** Index of `text` in a column of different strings in any order; undefined where it is not there. The first call reads all of them. */
  find(text: string): number | undefined {
    this.#indexes ??= new Map(Array.from({ length: this.length }, (_, index) => [this.at(index), index]));
    return this.#indexes.get(text);
  }

  /** Index of `text` in a column that was written in byte order, or the bitwise complement of its insertion point. */
  search(text: string): number {
    const target = Buffer.from(text);
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const start = this.#offsets[middle] ?? 0;
      const end = this.#offsets[middle + 1] ?? 0;
      if (start > end || end > this.#bytes.length) throw new DamagedIndexError("strings", "its offsets do not fit");
      const order = this.#bytes.compare(target, 0, target.length, start, end);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }
}

/** Takes strings one by one, as bytes: many of them take no more room than they will in the file. */
export class StringColumnWriter {
  readonly #bytes = new GrowableBytes();
  readonly #offsets = new GrowableU32();

  constructor() {
    this.#offsets.push(0);
  }

  add(text: string): void {
    this.addBytes(Buffer.from(text));
  }

  /** @param bytes UTF-8 */
  addBytes(bytes: Uint8Array): void {
    this.#bytes.append(bytes);
    this.#offsets.push(this.#bytes.length);
  }

  /** A string that was added. */
  at(index: number): string {
    const { data } = this.#offsets;
    return this.#bytes.data.toString("utf8", data[index], data[index + 1]);
  }

  /** The two sections, to be spread into `writeSectionFile`. */
  sections(name: string): Record<string, SectionData> {
    return { [`${name}.bytes`]: this.#bytes.view(), [`${name}.offsets`]: this.#offsets.view() };
  }
}

/** The sections of a string column, to be spread into `writeSectionFile`. */
export function stringSections(name: string, strings: Iterable<string>): Record<string, SectionData> {
  const column = new StringColumnWriter();
  for (const text of strings) column.add(text);
  return column.sections(name);
}
