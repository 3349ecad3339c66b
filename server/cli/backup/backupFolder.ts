/**
 * A backup on the disk. Form 2: `backup.json` names the part that holds the facts, which name all others. Form 1, of earlier versions:
 * `backup.json` with the facts, `tables/<name>.jsonl.zst` with one row a line, `blobs/ab/cdef…`.
 */
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import { KEY_FILE } from "../../access/keys/KeyRing.ts";
import { CannotStart } from "../../errors.ts";
import { type Blobs, createFileBlobs } from "../../index/blobs/blobs.ts";
import { type BackupSecret, EncryptionFacts, openBackupKey } from "./backupKey.ts";
import { hashOfContent, Parts, type PartWriter } from "./parts.ts";
import { linesOf } from "../linesOf.ts";

const BACKUP_FORMAT = 2;
const FORMAT_OF_FILES = 1;
const LINES_BATCH_SIZE = 500;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  sum: Hash,
});
const Facts = z.object({
  made_at: z.iso.datetime(),
  /** That had run when it was made. */
  migrations: z.array(z.string()).min(1),
  /** Checks whether a master key is the one that its secrets are sealed with. */
  key_print: z.string().nullable(),
  has_key: z.boolean(),
  tables: z.array(Table),
  blobs: z.array(Hash),
});

export const BackupFacts = Facts.extend({
  /** The parts of a table's rows, in their order. */
  tables: z.array(Table.extend({ parts: z.array(Hash) })),
  /** The part with the master key; null where it is not in the backup. */
  key_part: Hash.nullable(),
});
export type BackupFacts = z.output<typeof BackupFacts>;

const Header = z.object({
  format: z.literal(BACKUP_FORMAT),
  made_at: z.iso.datetime(),
  /** Null: everything is in the clear. */
  encryption: EncryptionFacts.nullable(),
  /** The part with the facts. */
  facts: Hash,
});
export type Header = z.output<typeof Header>;

const FACTS_FILE = "backup.json";

/** A backup that can be read. */
export interface Backup {
  readonly facts: z.output<typeof Facts>;
  readonly isEncrypted: boolean;
  /** @throws CannotStart when a part is missing or damaged */
  rows(table: string): AsyncGenerator<readonly string[]>;
  readonly blobs: Pick<Blobs, "get">;
  /** @throws CannotStart when it should be in the backup and cannot be read */
  readonly masterKey: () => Promise<Buffer | null>;
}

/** What can be read of a backup without its key. @throws CannotStart when there is none that this version can read */
export async function readHeader(folder: string): Promise<Header | { readonly format: 1; readonly json: unknown }> {
  let json: unknown;
  try {
    json = readJson(await readFile(join(folder, FACTS_FILE), "utf8"));
  } catch (error) {
    throw new CannotStart(`There is no backup in ${folder}: it has no ${FACTS_FILE}.`, { cause: error });
  }
  const format = z.object({ format: z.number().int() }).safeParse(json).data?.format;
  if (format === FORMAT_OF_FILES) return { format, json };
  const header = Header.safeParse(json);
  if (header.success) return header.data;
  if (format === undefined || format === BACKUP_FORMAT) {
    throw new CannotStart(`The file ${FACTS_FILE} in ${folder} is damaged.`);
  }
  throw new CannotStart(`The backup in ${folder} is of form ${format}; this version reads up to ${BACKUP_FORMAT}.`);
}

/**
 * Opens a backup of either form.
 * @throws CannotStart when there is none, its facts are damaged, or the secret is not the one that it is encrypted with
 */
export async function openBackup(folder: string, secret?: BackupSecret): Promise<Backup> {
  const header = await readHeader(folder);
  if (header.format === FORMAT_OF_FILES) return openFiles(folder, header.json);
  const key = header.encryption ? await openBackupKey(header.encryption, secret) : undefined;
  const parts = new Parts(folder, key);
  const content = await parts.read(header.facts, "rows");
  const parsed = BackupFacts.safeParse(content && readJson(content.toString("utf8")));
  if (!parsed.success || parsed.data.made_at !== header.made_at) {
    throw new CannotStart(`The list of what is in the backup ${folder} is missing or damaged.`);
  }
  const facts = parsed.data;
  const partsOf = new Map(facts.tables.map((table) => [table.name, table.parts]));
  return {
    facts,
    isEncrypted: key !== undefined,
    async *rows(table) {
      for (const hash of partsOf.get(table) ?? []) {
        const rows = await parts.read(hash, "rows");
        if (!rows) {
          throw new CannotStart(
            `The rows of ${table} in ${folder} cannot be read: the part ${parts.fileOf(hash)} is missing or damaged.`,
          );
        }
        const lines = rows.toString("utf8").split("\n");
        for (let at = 0; at < lines.length; at += LINES_BATCH_SIZE) yield lines.slice(at, at + LINES_BATCH_SIZE);
      }
    },
    blobs: { get: (hash) => parts.read(hash, "blob") },
    async masterKey() {
      if (facts.key_part === null) return null;
      const masterKey = await parts.read(facts.key_part, "blob");
      if (!masterKey) throw new CannotStart(`The master key in the backup ${folder} is missing or damaged.`);
      return masterKey;
    },
  };
}

/** The parts of an earlier backup that a new one may link; undefined for one of files. @throws CannotStart as `openBackup` */
export async function openEarlier(folder: string, secret: BackupSecret | undefined) {
  const header = await readHeader(folder);
  if (header.format === FORMAT_OF_FILES) return undefined;
  const key = header.encryption ? await openBackupKey(header.encryption, secret) : undefined;
  return { key, parts: new Parts(folder, key) };
}

/** Writes the facts and, as the last file of all, what names them: a backup without it is none. */
export async function writeFacts(
  folder: string,
  writer: PartWriter,
  facts: BackupFacts,
  encryption: EncryptionFacts | null,
): Promise<void> {
  const content = Buffer.from(JSON.stringify(facts));
  const hash = hashOfContent(content);
  await writer.put(hash, "rows", async () => content);
  const header: Header = { format: BACKUP_FORMAT, made_at: facts.made_at, encryption, facts: hash };
  await writeFile(join(folder, FACTS_FILE), `${JSON.stringify(header, undefined, 1)}\n`, { mode: 0o600, flush: true });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function openFiles(folder: string, json: unknown): Backup {
  const parsed = Facts.safeParse(json);
  if (!parsed.success) throw new CannotStart(`The file ${FACTS_FILE} in ${folder} is damaged.`);
  const facts = parsed.data;
  return {
    facts,
    isEncrypted: false,
    rows: (table) => readFileRows(folder, table),
    blobs: createFileBlobs(join(folder, "blobs")),
    masterKey: async () => {
      if (!facts.has_key) return null;
      try {
        return Buffer.from((await readFile(join(folder, KEY_FILE), "utf8")).trim(), "base64");
      } catch (error) {
        throw new CannotStart(`The master key in the backup ${folder} cannot be read.`, { cause: error });
      }
    },
  };
}

/** @throws CannotStart when the file is gone or damaged */
async function* readFileRows(folder: string, table: string): AsyncGenerator<readonly string[]> {
  const file = createReadStream(join(folder, "tables", `${table}.jsonl.zst`));
  const plain = createZstdDecompress();
  file.on("error", (error) => plain.destroy(error));
  let lines: string[] = [];
  try {
    for await (const line of linesOf(file.pipe(plain))) {
      if (line === "") continue;
      lines.push(line);
      if (lines.length < LINES_BATCH_SIZE) continue;
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
