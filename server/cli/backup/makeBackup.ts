import { chmod, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { storedFingerprint } from "../../access/keys/masterKeyFingerprint.ts";
import { masterKeyFingerprint } from "../../access/keys/KeyRing.ts";
import { knownBackups, rememberBackup } from "../../db/knownBackups.ts";
import { newId } from "../../db/newId.ts";
import type { Db } from "../../db/openDb.ts";
import { insertBackup } from "../../db/tables/operations/backups.ts";
import { readLayout, readMigrations } from "../../db/transfer/layout.ts";
import { readTableRows } from "../../db/transfer/readRows.ts";
import { TableDigest } from "../../db/transfer/TableDigest.ts";
import { CannotStart, errorMessage } from "../../errors.ts";
import { type BackupFacts, openEarlier, writeFacts } from "./backupFolder.ts";
import { type BackupKey, type BackupSecret, newBackupKey } from "./backupKey.ts";
import { type BackupTarget, megabytes, namedBlobs, type CommandReport } from "./BackupTarget.ts";
import { onSnapshot } from "./onSnapshot.ts";
import { hashOfContent, type PartCount, Parts, PartWriter } from "./parts.ts";
import { cutRows } from "./tableParts.ts";
import { isTarName, packTar } from "./tar.ts";

export interface BackupOptions {
  /** Absolute: a folder that is not there yet, or a file that ends in `.tar`. */
  readonly to: string;
  readonly withKey: boolean;
  readonly withBlobs: boolean;
  /** Encrypts it. */
  readonly secret?: BackupSecret | undefined;
  /** Absolute: an earlier backup whose identical parts are linked. Undefined: the newest known one in the folder of `to`. */
  readonly since?: string | undefined;
  /** Writes everything, regardless of earlier backups. */
  readonly isWhole?: boolean;
  /** Ends it before its next part. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a backup of one point in time while the server keeps running. It gets its name only when it is complete and flushed: a killed backup
 * leaves `….part`, which the next one of the same name removes.
 * @throws CannotStart when the name is taken, or the place cannot be written; the reason of the signal
 */
export async function makeBackup(target: BackupTarget, options: BackupOptions): Promise<CommandReport> {
  const { to, withKey, withBlobs, secret } = options;
  if (await stat(to).catch(() => null))
    throw new CannotStart(`There is something at ${to} already. Choose another name.`);
  if (withKey && target.masterKey === undefined)
    throw new CannotStart("There is no master key to put into the backup.");
  const earlier = await earlierOf(target, options);
  const key = earlier?.key ?? (secret && (await newBackupKey(secret)));
  const part = `${to}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { recursive: true, mode: 0o700 });
    await chmod(part, 0o700);
  } catch (error) {
    throw new CannotStart(`The backup cannot be written to ${dirname(to)}: ${errorMessage(error)}.`, { cause: error });
  }
  try {
    const writer = new PartWriter(new Parts(part, key), earlier?.parts, options.signal);
    const tables = await onSnapshot(target, (db) => writeTables(target, db, writer), part);
    const hashes = withBlobs ? tables.blobs : [];
    const blobs: string[] = [];
    for (const hash of hashes) if (await writer.put(hash, "blob", () => target.blobs.get(hash))) blobs.push(hash);
    const keyPart = withKey && target.masterKey ? hashOfContent(target.masterKey) : null;
    if (keyPart !== null) await writer.put(keyPart, "blob", async () => target.masterKey ?? null);
    const facts = { ...tables, blobs, has_key: withKey, key_part: keyPart };
    await writeFacts(part, writer, facts, key?.facts ?? null);
    if (isTarName(to)) await packTar(part, to);
    else await rename(part, to);
    await flushFolder(dirname(to));
    await remember(target, { path: to, made_at: facts.made_at, is_encrypted: key !== undefined, has_key: withKey });
    return {
      lines: words(options, facts, writer.count, {
        missing: hashes.length - blobs.length,
        key,
        earlier: earlier?.path,
      }),
      isRight: true,
    };
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    if (isFull(error))
      throw new CannotStart(`The disk of ${dirname(to)} is full. No backup was made.`, { cause: error });
    throw error;
  }
}

interface Earlier {
  readonly path: string;
  readonly key: BackupKey | undefined;
  readonly parts: Parts;
}

/** The backup that the new one is made against. @throws CannotStart when one was named that cannot be used */
async function earlierOf(
  target: BackupTarget,
  { to, since, secret, isWhole }: BackupOptions,
): Promise<Earlier | undefined> {
  if (isTarName(to) || isWhole === true) return undefined;
  if (since !== undefined) {
    const earlier = await openEarlier(since, secret);
    if (!earlier) throw new CannotStart(`The backup ${since} was made by an earlier version and has no parts to link.`);
    if ((earlier.key !== undefined) !== (secret !== undefined)) {
      throw new CannotStart(
        `One of the backups is encrypted and ${since} is not, or the other way round. Leave --since out.`,
      );
    }
    return { path: since, ...earlier };
  }
  for (const { path, is_encrypted: isEncrypted } of knownBackups(target.dataDir)) {
    if (dirname(path) !== dirname(to) || isTarName(path) || isEncrypted !== (secret !== undefined)) continue;
    // One that was deleted, damaged or encrypted with another key is no help, and no fault either.
    const earlier = await openEarlier(path, secret).catch(() => undefined);
    if (earlier) return { path, ...earlier };
  }
  return undefined;
}

async function writeTables(
  target: BackupTarget,
  db: Db,
  writer: PartWriter,
): Promise<Omit<BackupFacts, "has_key" | "key_part">> {
  const tables: BackupFacts["tables"] = [];
  for (const table of await readLayout(db)) {
    const digest = new TableDigest();
    const batches = async function* (): AsyncGenerator<readonly string[]> {
      for await (const lines of readTableRows(db, table)) {
        for (const line of lines) digest.add(line);
        yield lines;
      }
    };
    const parts: string[] = [];
    for await (const content of cutRows(batches())) {
      const hash = hashOfContent(content);
      await writer.put(hash, "rows", async () => content);
      parts.push(hash);
    }
    tables.push({ name: table.name, columns: [...table.columns], ...digest.result, parts });
  }
  const stored = await storedFingerprint(db);
  return {
    made_at: new Date().toISOString(),
    migrations: await readMigrations(db),
    key_print: stored ?? (target.masterKey ? masterKeyFingerprint(target.masterKey) : null),
    tables,
    blobs: [...(await namedBlobs(db))].sort(),
  };
}

/** For the age of the newest backup, which is in the database, and for operators who can no longer open that database. */
async function remember(target: BackupTarget, backup: Parameters<typeof rememberBackup>[1]): Promise<void> {
  await insertBackup(target.database.db, {
    id: newId(),
    made_at: new Date(backup.made_at),
    place: backup.path,
    is_encrypted: backup.is_encrypted,
  });
  try {
    rememberBackup(target.dataDir, backup);
  } catch {
    // With a PostgreSQL the data folder may not be on this machine.
  }
}

function words(
  { to, withKey }: BackupOptions,
  { tables, blobs }: BackupFacts,
  count: PartCount,
  more: { readonly missing: number; readonly key: BackupKey | undefined; readonly earlier: string | undefined },
): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `Backup: ${to}`,
    `${rows} rows of ${tables.length} tables, ${blobs.length} blobs.`,
    `Written: ${count.written} parts (${megabytes(count.writtenBytes)}).${
      more.earlier === undefined ? "" : ` ${count.linked} are those of ${basename(more.earlier)} and were linked.`
    }`,
    ...(more.missing > 0 ? [`${more.missing} blobs of the index were not there: the next sync rebuilds them.`] : []),
    more.key
      ? "It is encrypted and cannot be read without its key. Keep that key at another place than the backup."
      : "It is not encrypted: with access to it all code and issues in it can be read. --encryption-key FILE encrypts it.",
    withKey
      ? "The master key is in it: with this backup the credentials in it can be read. Keep it where only you can."
      : "The master key is not in it, and without it the credentials of sources, connected accounts and waiting mails cannot be read. Keep master.key (or CLEW_MASTER_KEY) at another safe place.",
  ];
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code));
