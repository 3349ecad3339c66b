/**
 * Files as a zip that is written while they are made. Sizes follow each file, and the directory is at the end: an archive that was cut off has
 * none, and tools refuse it. Source: APPNOTE.TXT 6.3.9 of PKWARE, sections 4.3 to 4.5.
 */
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

export interface ZippedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Compression level of zlib: 1 for what is compressed already. */
  readonly level: number;
}

interface WrittenFile {
  readonly name: Buffer;
  readonly offset: number;
  readonly size: number;
  readonly packed: number;
  readonly crc: number;
}

/** What 32 and 16 bits cannot hold is written in 64. */
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;
/** Sizes follow the file (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;

/** @param at the time of all files */
export async function* zipOfFiles(files: Iterable<ZippedFile>, at: Date): AsyncGenerator<Uint8Array> {
  const written: WrittenFile[] = [];
  const time = dosTime(at);
  let offset = 0;
  for (const { name: text, bytes, level } of files) {
    const name = Buffer.from(text);
    const head = localHeader(name, time);
    yield head;
    const counts = { size: 0, packed: 0, crc: 0 };
    yield* deflated(bytes, level, counts);
    const tail = descriptor(counts);
    yield tail;
    written.push({ name, offset, ...counts });
    offset += head.length + counts.packed + tail.length;
  }
  const directory = Buffer.concat(written.map((file) => directoryEntry(file, time)));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

/** The bytes of a file, compressed; `counts` has its sizes and its checksum at the end. */
async function* deflated(
  bytes: AsyncIterable<Uint8Array>,
  level: number,
  counts: { size: number; packed: number; crc: number },
): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ level });
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      counts.size += part.length;
      counts.crc = crc32(part, counts.crc);
      yield part;
    }
  };
  const filled = pipeline(counted, packer);
  // Its error ends the loop below too, which throws it.
  filled.catch(() => undefined);
  for await (const part of packer as AsyncIterable<Uint8Array>) {
    counts.packed += part.length;
    yield part;
  }
  await filled;
}

function localHeader(name: Buffer, time: { readonly time: number; readonly date: number }): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(time.time, 10);
  head.writeUInt16LE(time.date, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

const isLarge = (...values: readonly number[]): boolean => values.some((value) => value >= MAX_32);
const in64 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, at) => bytes.writeBigUInt64LE(BigInt(value), 8 * at));
  return bytes;
};

/** Checksum and sizes behind a file. */
function descriptor({ crc, packed, size }: Pick<WrittenFile, "crc" | "packed" | "size">): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x0807_4b50, 0);
  head.writeUInt32LE(crc, 4);
  if (isLarge(packed, size)) return Buffer.concat([head, in64(packed, size)]);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(packed, 0);
  sizes.writeUInt32LE(size, 4);
  return Buffer.concat([head, sizes]);
}

function directoryEntry({ name, offset, size, packed, crc }: WrittenFile, time: ReturnType<typeof dosTime>): Buffer {
  const is64 = isLarge(offset, size, packed);
  const extra = is64 ? Buffer.concat([Buffer.from([1, 0, 24, 0]), in64(size, packed, offset)]) : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(is64 ? VERSION_64 : VERSION, 4);
  entry.writeUInt16LE(is64 ? VERSION_64 : VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(time.time, 12);
  entry.writeUInt16LE(time.date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(is64 ? MAX_32 : packed, 20);
  entry.writeUInt32LE(is64 ? MAX_32 : size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(is64 ? MAX_32 : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  const is64 = count >= MAX_16 || isLarge(length, offset);
  end.writeUInt16LE(is64 ? MAX_16 : count, 8);
  end.writeUInt16LE(is64 ? MAX_16 : count, 10);
  end.writeUInt32LE(is64 ? MAX_32 : length, 12);
  end.writeUInt32LE(is64 ? MAX_32 : offset, 16);
  if (!is64) return end;
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0x0606_4b50, 0);
  head.writeBigUInt64LE(44n, 4);
  head.writeUInt16LE(VERSION_64, 12);
  head.writeUInt16LE(VERSION_64, 14);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([head, in64(count, count, length, offset), locator, end]);
}

/** A time in UTC as DOS has it, to two seconds. */
const dosTime = (at: Date) => ({
  time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
});
