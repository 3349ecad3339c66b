import { crc32 } from "node:zlib";

const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
/** On average one row of this number ends a part. */
const MAX_PART_ROWS = 512;

/**
 * Cuts the rows of a table into parts whose borders depend on the rows themselves: a row that is added, changed or removed changes the parts
 * around it, and all others are those of the backup before.
 */
export async function* cutRows(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let bytes = 0;
  for await (const batch of batches) {
    for (const line of batch) {
      lines.push(line);
      bytes += line.length;
      const isBorder = bytes >= MIN_BYTES && crc32(line) % MAX_PART_ROWS === 0;
      if (!isBorder && bytes < MAX_BYTES) continue;
      yield Buffer.from(lines.join("\n"));
      lines = [];
      bytes = 0;
    }
  }
  if (lines.length > 0) yield Buffer.from(lines.join("\n"));
}
