import { crc32 } from "node:zlib";
import { DamagedIndexError, IndexFormatError } from "../indexErrors.ts";
import type { FileRange } from "./FileRange.ts";

/**
 * Every binary part of an index is one buffer of named sections:
 *
 *     "CLEW" | u32 format | u32 crc32 of all that follows | u32 sections | kind (16 bytes)
 *     directory: per section  name (24 bytes) | u32 offset | u32 length
 *     sections, each aligned to 8 bytes, little endian
 *
 * Opening checks the header and the checksum and makes views; nothing is parsed or copied.
 */
const SECTION_FILE_FORMAT = 1;

const MAGIC = "CLEW";
const HEAD_BYTES = 32;
const KIND_BYTES = 16;
const NAME_BYTES = 24;
const ENTRY_BYTES = NAME_BYTES + 8;
const align = (offset: number): number => (offset + 7) & ~7;

export type SectionData = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Puts sections into one buffer. `kind` is at most 16 and a name at most 24 ASCII characters. */
export function writeSectionFile(kind: string, sections: Readonly<Record<string, SectionData>>): Buffer {
  const entries = Object.entries(sections);
  let size = align(HEAD_BYTES + entries.length * ENTRY_BYTES);
  const offsets = entries.map(([, data]) => {
    const at = size;
    size = align(size + data.byteLength);
    return at;
  });
  const out = Buffer.alloc(size);
  out.write(MAGIC, 0, "latin1");
  out.writeUInt32LE(SECTION_FILE_FORMAT, 4);
  out.writeUInt32LE(entries.length, 12);
  out.write(kind, 16, KIND_BYTES, "latin1");
  entries.forEach(([name, data], index) => {
    const at = HEAD_BYTES + index * ENTRY_BYTES;
    const offset = offsets[index] ?? 0;
    out.write(name, at, NAME_BYTES, "latin1");
    out.writeUInt32LE(offset, at + NAME_BYTES);
    out.writeUInt32LE(data.byteLength, at + NAME_BYTES + 4);
    out.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset);
  });
  out.writeUInt32LE(crc32(out.subarray(12)), 8);
  return out;
}

/** Typed views over the sections of one opened container. A missing or ragged section is a DamagedIndexError. */
export class SectionFile {
  readonly kind: string;
  readonly byteLength: number;
  readonly #bytes: Buffer;
  readonly #sections = new Map<string, { offset: number; length: number }>();

  /**
   * @param wholeBytes of the file, when `buffer` is only its beginning: then the caller has checked the file, and sections beyond the
   * beginning have a range and no bytes
   * @throws DamagedIndexError for bytes that are cut, altered or of another kind, IndexFormatError for another version
   */
  constructor(buffer: Buffer, kind: string, wholeBytes = buffer.length) {
    const damaged = (why: string): DamagedIndexError => new DamagedIndexError(kind, why);
    if (buffer.length < HEAD_BYTES || buffer.toString("latin1", 0, 4) !== MAGIC) throw damaged("no header");
    const format = buffer.readUInt32LE(4);
    if (format !== SECTION_FILE_FORMAT) throw new IndexFormatError(kind, format, SECTION_FILE_FORMAT);
    if (wholeBytes === buffer.length && crc32(buffer.subarray(12)) !== buffer.readUInt32LE(8))
      throw damaged("wrong checksum");
    const written = textOf(buffer, 16, KIND_BYTES);
    if (written !== kind) throw damaged(`it holds ${written}`);
    // Views of 4- and 8-byte numbers need an aligned start, which a pooled buffer does not have.
    this.#bytes = buffer.byteOffset % 8 === 0 ? buffer : Buffer.from(new Uint8Array(buffer).buffer);
    this.kind = kind;
    this.byteLength = wholeBytes;
    const count = buffer.readUInt32LE(12);
    for (let index = 0; index < count; index++) {
      const at = HEAD_BYTES + index * ENTRY_BYTES;
      if (at + ENTRY_BYTES > buffer.length) throw damaged("cut directory");
      const offset = buffer.readUInt32LE(at + NAME_BYTES);
      const length = buffer.readUInt32LE(at + NAME_BYTES + 4);
      if (offset + length > wholeBytes) throw damaged("cut section");
      if (offset % 8 !== 0) throw damaged("unaligned section");
      this.#sections.set(textOf(buffer, at, NAME_BYTES), { offset, length });
    }
  }

  has(name: string): boolean {
    return this.#sections.has(name);
  }

  /** Where a section is in the file. */
  range(name: string): { readonly offset: number; readonly length: number } {
    const section = this.#sections.get(name);
    if (!section) throw new DamagedIndexError(this.kind, `no section ${name}`);
    return section;
  }

  bytes(name: string): Buffer {
    const { offset, length } = this.#section(name, 1);
    return this.#bytes.subarray(offset, offset + length);
  }

  u16(name: string): Uint16Array {
    const { offset, length } = this.#section(name, 2);
    return new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 2);
  }

  u32(name: string): Uint32Array {
    const { offset, length } = this.#section(name, 4);
    return new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 4);
  }

  i32(name: string): Int32Array {
    const { offset, length } = this.#section(name, 4);
    return new Int32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 4);
  }

  f64(name: string): Float64Array {
    const { offset, length } = this.#section(name, 8);
    return new Float64Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 8);
  }

  #section(name: string, unit: number): { offset: number; length: number } {
    const section = this.range(name);
    if (section.offset + section.length > this.#bytes.length)
      throw new DamagedIndexError(this.kind, `section ${name} is not in memory`);
    if (section.length % unit !== 0) throw new DamagedIndexError(this.kind, `ragged section ${name}`);
    return section;
  }
}

/** The last section of a kind of file, which is read by range. */
export interface Tail {
  readonly kind: string;
  readonly section: string;
}

/** More than the header and the directory have of a file with a tail. */
const MAX_DIRECTORY_BYTES = 512;

/** The directory, with the beginning of what follows. */
export const sectionDirectoryOf = (file: FileRange): Buffer => file.copy(0, Math.min(file.bytes, MAX_DIRECTORY_BYTES));

/** All that is before the tail. */
export const sectionHeadOf = (file: FileRange, tail: Tail): Buffer => file.copy(0, headBytes(file, tail));

/** The same, valid until the next read of any file: allocating new memory costs as much as processing it. */
export const readHead = (file: FileRange, tail: Tail): Buffer => file.read(0, headBytes(file, tail));

const headBytes = (file: FileRange, { kind, section }: Tail): number =>
  new SectionFile(sectionDirectoryOf(file), kind, file.bytes).range(section).offset;

/** The kind that the bytes say, which may be of no section file. */
export const kindOf = (buffer: Buffer): string => textOf(buffer, 16, KIND_BYTES);

/** Whether these bytes of a file have its tail too. */
export function hasTail(bytes: Buffer, { kind, section }: Tail): boolean {
  if (kindOf(bytes) !== kind) return false;
  const { offset, length } = new SectionFile(bytes, kind, Infinity).range(section);
  return offset + length <= bytes.length;
}

function textOf(buffer: Buffer, at: number, length: number): string {
  const end = buffer.indexOf(0, at);
  return buffer.toString("latin1", at, end < 0 || end > at + length ? at + length : end);
}
