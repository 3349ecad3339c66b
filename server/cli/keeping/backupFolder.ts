/**
 * A backup on the disk: `backup.json` with counts and sums, `tables/<name>.jsonl.zst` with one row a line, `blobs/ab/cdef…`. It is read
 * by both databases, and by later versions.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { CannotStart } from "../../errors.ts";

export const BACKUP_FORMAT = 1;
const LINES_AT_ONCE = 500;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
export const BackupFacts = z.object({
  format: z.number().int(),
  made_at: z.iso.datetime(),
  /** That had run when it was made. */
  migrations: z.array(z.string()).min(1),
  /** Tells whether a master key is the one that its secrets are sealed with. */
  key_print: z.string().nullable(),
  has_key: z.boolean(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int().nonnegative(), sum: Hash }),
  ),
  blobs: z.array(Hash),
});
export type BackupFacts = z.output<typeof BackupFacts>;

const FACTS_FILE = "backup.json";
const tableFile = (folder: string, table: string): string => join(folder, "tables", `${table}.jsonl.zst`);

/** @throws CannotStart when there is no backup that this version can read */
export async function readFacts(folder: string): Promise<BackupFacts> {
  let text: string;
  try {
    text = await readFile(join(folder, FACTS_FILE), "utf8");
  } catch (error) {
    throw new CannotStart(`There is no backup in ${folder}: it has no ${FACTS_FILE}.`, { cause: error });
  }
  const parsed = BackupFacts.safeParse(readJson(text));
  if (!parsed.success) throw new CannotStart(`The file ${FACTS_FILE} in ${folder} is damaged.`);
  if (parsed.data.format !== BACKUP_FORMAT) {
    throw new CannotStart(
      `The backup in ${folder} is of form ${parsed.data.format}; this version reads ${BACKUP_FORMAT}.`,
    );
  }
  return parsed.data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The last file that is written: a backup without it is none. */
export async function writeFacts(folder: string, facts: BackupFacts): Promise<void> {
  await writeFile(join(folder, FACTS_FILE), `${JSON.stringify(facts, undefined, 1)}\n`, { flush: true });
}

export async function writeRows(
  folder: string,
  table: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  const text = async function* (): AsyncGenerator<string> {
    for await (const lines of batches) if (lines.length > 0) yield `${lines.join("\n")}\n`;
  };
  await pipeline(
    Readable.from(text(), { objectMode: false }),
    createZstdCompress(),
    createWriteStream(tableFile(folder, table), { flags: "wx", flush: true }),
  );
}

/** @throws CannotStart when the file is gone or damaged */
export async function* readBackupRows(folder: string, table: string): AsyncGenerator<readonly string[]> {
  const file = createReadStream(tableFile(folder, table));
  const plain = createZstdDecompress();
  file.on("error", (error) => plain.destroy(error));
  let lines: string[] = [];
  try {
    for await (const line of createInterface({ input: file.pipe(plain), crlfDelay: Infinity })) {
      if (line === "") continue;
      lines.push(line);
      if (lines.length < LINES_AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    if (plain.errored) throw plain.errored;
  } catch (error) {
    if (error instanceof CannotStart || !(error instanceof Error) || !("code" in error)) throw error;
    // An error of the database, which took the lines, is not one of the file.
    if (!/^(?:ZSTD|Z_|ENOENT|EIO|EISDIR|ERR_)/.test(String(error.code))) throw error;
    throw new CannotStart(`The rows of ${table} in ${folder} cannot be read: ${error.message}.`, { cause: error });
  } finally {
    file.destroy();
  }
  if (lines.length > 0) yield lines;
}
