import { hasFoldable } from "../text/foldable.ts";
import { normalizeProse } from "../text/normalizeText.ts";
import { eachGram, eachInnerGram } from "../text/textGrams.ts";
import { GrowableBytes, GrowableU32 } from "./growableBuffers.ts";
import type { FileRange } from "./FileRange.ts";
import { SectionFile, type Tail, writeSectionFile } from "./SectionFile.ts";
import { DamagedIndexError } from "../indexErrors.ts";

const FILTERS_KIND = "textfilters";
/** The last section, so that the file begins with the table. */
const BITS = "bits";
export const FILTERS_TAIL: Tail = { kind: FILTERS_KIND, section: BITS };
/**
 * Room for a gram, and the bits that are set for it: one in eleven that a text does not have is taken for present. Two neighbouring names
 * have two grams.
 */
const ROOM_OF_GRAM = 5;
const BITS_OF_GRAM = 3;

/** Grams that a text must have; `grams` and `inner` have one entry for each alternative. */
export interface RequiredGrams {
  readonly grams: readonly (readonly number[])[];
  /** Grams of the names; asked of texts whose names are not all in the index. */
  readonly inner: readonly (readonly number[])[];
}

/** A Bloom filter (1970) of the grams of each text. */
export class TextFilterWriter {
  readonly #starts = new GrowableU32();
  readonly #bits = new GrowableBytes(1 << 16);
  #seen = new Uint32Array(1 << 12);
  readonly #grams = new GrowableU32();

  constructor() {
    this.#starts.push(0);
  }

  /**
   * Adds the filter of one text.
   * @param isCut the segment does not count all names of the text
   */
  add(text: string, isCut = false): void {
    // A phrase is compared with the text as it is and without accents.
    this.#collect(text, isCut, hasFoldable(text) ? normalizeProse(text) : null);
    const grams = this.#grams.view();
    const from = this.#bits.length;
    const bytes = Math.ceil((grams.length * ROOM_OF_GRAM) / 8);
    this.#bits.append(Buffer.alloc(bytes));
    const bits = bytes * 8;
    for (const gram of grams)
      for (let at = 0, position = gram; at < BITS_OF_GRAM; at++, position = (position + stepOf(gram)) >>> 0) {
        const bit = position % bits;
        const byte = from + (bit >>> 3);
        this.#bits.data[byte] = (this.#bits.data[byte] ?? 0) | (1 << (bit & 7));
      }
    this.#starts.push(this.#bits.length);
  }

  /** Adds the filter of a text that has not changed. */
  copy(filters: TextFilterReader, document: number): void {
    this.#bits.append(filters.bytesOf(document));
    this.#starts.push(this.#bits.length);
  }

  finish(): Buffer {
    return writeSectionFile(FILTERS_KIND, { starts: this.#starts.view(), bits: this.#bits.view() });
  }

  /** Puts the different grams of a text into `#grams`. */
  #collect(text: string, isCut: boolean, folded: string | null): void {
    this.#grams.length = 0;
    this.#seen.fill(0);
    const add = (gram: number): void => {
      this.#addOnce(gram);
    };
    for (const form of folded === null ? [text] : [text, folded]) {
      eachGram(form, add);
      if (isCut) eachInnerGram(form, add);
    }
    // Room that one large text needed is not cleared for each small one.
    if (this.#seen.length > MAX_KEPT_SLOTS) this.#seen = new Uint32Array(1 << 12);
  }

  #addOnce(gram: number): void {
    // 0 marks a free slot.
    const value = gram === 0 ? 1 : gram;
    if (this.#grams.length * 2 > this.#seen.length) this.#grow();
    if (insert(this.#seen, value)) this.#grams.push(value);
  }

  #grow(): void {
    this.#seen = new Uint32Array(this.#seen.length * 4);
    for (const gram of this.#grams.view()) insert(this.#seen, gram);
  }
}

const MAX_KEPT_SLOTS = 1 << 14;

/** @returns false where the table has the value */
function insert(table: Uint32Array, value: number): boolean {
  const mask = table.length - 1;
  let at = (Math.imul(value, 0x9e3779b1) >>> 8) & mask;
  for (;;) {
    const stored = table[at];
    if (stored === value) return false;
    if (stored === 0) {
      table[at] = value;
      return true;
    }
    at = (at + 1) & mask;
  }
}

/** The distance between the bits of a gram. */
const stepOf = (gram: number): number => (Math.imul(gram, 0x85ebca6b) ^ (gram >>> 13)) | 1;

/** Tests whether a text can have grams. False positives are possible, false negatives are not. */
export interface TextFilterReader {
  readonly documents: number;
  readonly byteLength: number;
  /** The filter of one text. */
  bytesOf(document: number): Buffer;
  /** @param isCut the names of the text are to be asked for as well */
  canHave(document: number, required: RequiredGrams, isCut: boolean): boolean;
}

/** The filters of stored texts. */
export class TextFilters implements TextFilterReader {
  readonly documents: number;
  readonly byteLength: number;
  readonly #starts: Uint32Array;
  /** Null where they are read from the file, those of one text at a time. */
  readonly #bits: Buffer | null;
  readonly #read: (offset: number, length: number) => Buffer;

  /** @param file that has the bits, when `buffer` has what is before them */
  constructor(buffer: Buffer, file: FileRange | null = null) {
    const container = new SectionFile(buffer, FILTERS_KIND, file?.bytes);
    this.byteLength = container.byteLength;
    this.#starts = container.u32("starts");
    const { offset, length } = container.range(BITS);
    const bits = file ? null : container.bytes(BITS);
    this.#bits = bits;
    this.#read = (at, bytes) => bits?.subarray(at, at + bytes) ?? readBits(file, offset + at, bytes);
    this.documents = Math.max(0, this.#starts.length - 1);
    if ((this.#starts.at(-1) ?? 0) !== length)
      throw new DamagedIndexError(FILTERS_KIND, "its tables do not fit together");
  }

  /** The filter of a text. Its bytes are valid until the next read of any file, if the filters are read from one. */
  bytesOf(document: number): Buffer {
    const start = this.#starts[document] ?? 0;
    return this.#read(start, (this.#starts[document + 1] ?? 0) - start);
  }

  /** @param isCut the names of the text are to be asked for as well */
  canHave(document: number, { grams, inner }: RequiredGrams, isCut: boolean): boolean {
    const start = this.#starts[document] ?? 0;
    const bytes = (this.#starts[document + 1] ?? 0) - start;
    const [bits, from] = this.#bits === null ? [this.#read(start, bytes), 0] : [this.#bits, start];
    const has = (all: readonly number[]): boolean => hasAll(bits, from, bytes * 8, all);
    return grams.some(has) && (!isCut || inner.some(has));
  }
}

function readBits(file: FileRange | null, offset: number, bytes: number): Buffer {
  try {
    return file?.read(offset, bytes) ?? Buffer.alloc(0);
  } catch (error) {
    throw new DamagedIndexError(FILTERS_KIND, error instanceof Error ? error.message : "its file cannot be read");
  }
}

/** @param count of the bits of a text, which begin at the byte `from` */
function hasAll(bytes: Buffer, from: number, count: number, grams: readonly number[]): boolean {
  for (const gram of grams) {
    if (count === 0) return false;
    const value = gram === 0 ? 1 : gram;
    for (let at = 0, position = value; at < BITS_OF_GRAM; at++, position = (position + stepOf(value)) >>> 0) {
      const bit = position % count;
      if (((bytes[from + (bit >>> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
  }
  return true;
}
