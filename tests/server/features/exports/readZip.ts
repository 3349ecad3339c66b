/** The files of a zip, read from its directory as tools do. @throws Error where it is damaged or cut off */
import { crc32, inflateRawSync } from "node:zlib";

export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error("The archive has no directory.");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== 0x0201_4b50) throw new Error("No entry of the directory.");
    const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const offset = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    if (zip.readUInt32LE(offset) !== 0x0403_4b50) throw new Error(`${name} has no header.`);
    const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const bytes = inflateRawSync(zip.subarray(begin, begin + packed));
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is damaged.`);
    const behind = zip.subarray(begin + packed, begin + packed + 16);
    const expected = [0x0807_4b50, crc, packed, size];
    if (expected.some((value, place) => behind.readUInt32LE(4 * place) !== value))
      throw new Error(`What follows ${name} differs from the directory.`);
    files.set(name, bytes);
    at += 46 + nameLength + extraLength;
  }
  return files;
}
