/** Decodes fonts in WOFF 1.0: pdfkit reads them too, but inflates them by JavaScript, which holds the server for half a second. */
import { inflateSync } from "node:zlib";

const HEADER = 44;
const ENTRY = 20;

/** The font as TrueType: a table of contents, and the tables inflated. */
export function decodeWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = HEADER + at * ENTRY;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const length = woff.readUInt32BE(entry + 12);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      // A table that would not get smaller is stored as it is.
      data: packed.length < length ? inflateSync(packed) : packed,
    };
  });
  const contents = Buffer.alloc(12 + 16 * count);
  woff.copy(contents, 0, 4, 8);
  contents.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  contents.writeUInt16BE(16 * 2 ** power, 6);
  contents.writeUInt16BE(power, 8);
  contents.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [contents];
  let offset = contents.length;
  tables.forEach(({ tag, checksum, data }, at) => {
    const entry = 12 + 16 * at;
    tag.copy(contents, entry);
    contents.writeUInt32BE(checksum, entry + 4);
    contents.writeUInt32BE(offset, entry + 8);
    contents.writeUInt32BE(data.length, entry + 12);
    const padding = (4 - (data.length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  });
  return Buffer.concat(parts);
}
