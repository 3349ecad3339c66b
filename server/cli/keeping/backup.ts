import { chmod, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keyPrintOf, storedKeyPrint } from "../../access/keyPrint.ts";
import { readLayout, readMigrations } from "../../db/transfer/layout.ts";
import { readRows } from "../../db/transfer/readRows.ts";
import { TableDigest } from "../../db/transfer/TableDigest.ts";
import type { Db } from "../../db/openDb.ts";
import { CannotStart, errorMessage } from "../../errors.ts";
import { createFileBlobs } from "../../index/blobs.ts";
import { type BackupFacts, BACKUP_FORMAT, writeFacts, writeRows } from "./backupFolder.ts";
import { copyBlobs, type Keep, megabytes, namedBlobs, type Told } from "./Keep.ts";
import { isTarName, packTar } from "./tar.ts";
import { onSnapshot } from "./onSnapshot.ts";
import { KEY_FILE } from "../../access/secrets.ts";

export interface BackupOptions {
  /** Absolute: a folder that is not there yet, or a file that ends in `.tar`. */
  readonly to: string;
  readonly withKey: boolean;
  readonly withBlobs: boolean;
}

/**
 * Writes a backup of one moment, while the server goes on. It has its name only when it is whole and on the disk: what a killed backup
 * leaves is called `….part`, and the next one of the same name takes it away.
 * @throws CannotStart when the name is taken, or the place cannot be written
 */
export async function makeBackup(keep: Keep, { to, withKey, withBlobs }: BackupOptions): Promise<Told> {
  if (await stat(to).catch(() => null))
    throw new CannotStart(`There is something at ${to} already. Choose another name.`);
  if (withKey && keep.masterKey === undefined) throw new CannotStart("There is no master key to put into the backup.");
  const part = `${to}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(join(part, "tables"), { recursive: true, mode: 0o700 });
    await chmod(part, 0o700);
  } catch (error) {
    throw new CannotStart(`The backup cannot be written to ${dirname(to)}: ${errorMessage(error)}.`, { cause: error });
  }
  try {
    const facts = await onSnapshot(keep, join(part, "copy-"), (db) => writeTables(keep, db, part, withKey));
    const count = withBlobs
      ? await copyBlobs(facts.blobs, keep.blobs, createFileBlobs(join(part, "blobs")))
      : { copied: 0, bytes: 0, missing: 0 };
    if (withKey && keep.masterKey) {
      await writeFile(join(part, KEY_FILE), keep.masterKey.toString("base64"), { mode: 0o600, flush: true });
    }
    await writeFacts(part, withBlobs ? facts : { ...facts, blobs: [] });
    if (isTarName(to)) await packTar(part, to);
    else await rename(part, to);
    await flushFolder(dirname(to));
    return { lines: words(to, facts, count, withKey), isRight: true };
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    if (isFull(error))
      throw new CannotStart(`The disk of ${dirname(to)} is full. No backup was made.`, { cause: error });
    throw error;
  }
}

async function writeTables(keep: Keep, db: Db, part: string, withKey: boolean): Promise<BackupFacts> {
  const tables: BackupFacts["tables"] = [];
  for (const table of await readLayout(db)) {
    const digest = new TableDigest();
    const batches = async function* (): AsyncGenerator<readonly string[]> {
      for await (const lines of readRows(db, table)) {
        for (const line of lines) digest.add(line);
        yield lines;
      }
    };
    await writeRows(part, table.name, batches());
    tables.push({ name: table.name, columns: [...table.columns], ...digest.result });
  }
  const stored = await storedKeyPrint(db);
  return {
    format: BACKUP_FORMAT,
    made_at: new Date().toISOString(),
    migrations: await readMigrations(db),
    key_print: stored ?? (keep.masterKey ? keyPrintOf(keep.masterKey) : null),
    has_key: withKey,
    tables,
    blobs: [...(await namedBlobs(db))].sort(),
  };
}

function words(
  to: string,
  { tables }: BackupFacts,
  blobs: { copied: number; bytes: number; missing: number },
  withKey: boolean,
): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Backup: ${to}`,
    `${rows} rows of ${tables.length} tables, ${blobs.copied} blobs (${megabytes(blobs.bytes)}).`,
    ...(blobs.missing > 0
      ? [`${blobs.missing} blobs of the index were not there: the next sync makes them again.`]
      : []),
    withKey
      ? "The master key is in it: whoever has this backup can read the credentials in it. Keep it where only you can."
      : "The master key is not in it, and without it nobody can read the credentials of sources, connected accounts and waiting mails. Keep master.key (or CLEW_MASTER_KEY) at another safe place.",
  ];
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code));
