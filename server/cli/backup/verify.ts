import { storedFingerprint } from "../../access/keys/masterKeyFingerprint.ts";
import { masterKeyFingerprint } from "../../access/keys/KeyRing.ts";
import type { Db } from "../../db/openDb.ts";
import { checkConstraints } from "../../db/transfer/checkConstraints.ts";
import { readLayout } from "../../db/transfer/layout.ts";
import { sumRows } from "../../db/transfer/readRows.ts";
import { TableDigest } from "../../db/transfer/TableDigest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { openBackup } from "./backupFolder.ts";
import type { BackupSecret } from "./backupKey.ts";
import { type BackupTarget, megabytes, namedBlobs, type CommandReport } from "./BackupTarget.ts";
import { onSnapshot } from "./onSnapshot.ts";
import { withBackup } from "./tar.ts";
import { errorMessage } from "../../errors.ts";

/** Reads everything of a running or stopped installation: rows, constraints, the key, and every blob that an index names. */
export async function verifyData(target: BackupTarget): Promise<CommandReport> {
  const wrong: string[] = [];
  const lines: string[] = [];
  const read = async (db: Db): Promise<Set<string>> => {
    for (const table of await readLayout(db)) {
      const { rows, sum } = await sumRows(db, table);
      lines.push(`${table.name.padEnd(24)} ${String(rows).padStart(10)}  ${sum.slice(0, 16)}`);
    }
    wrong.push(...(await checkConstraints(db)));
    const fingerprint = await storedFingerprint(db);
    if (fingerprint !== undefined && target.masterKey && fingerprint !== masterKeyFingerprint(target.masterKey)) {
      wrong.push("The master key of this installation is not the one that the stored credentials are sealed with.");
    }
    return namedBlobs(db);
  };
  const named = await onSnapshot(target, read);
  const blobs = await readBlobs(named, target.blobs);
  lines.push(`${"blobs".padEnd(24)} ${String(blobs.right).padStart(10)}  ${megabytes(blobs.bytes)}`);
  if (blobs.wrong > 0) {
    wrong.push(
      `${blobs.wrong} of ${named.size} blobs that an index names are missing or damaged. The next sync rebuilds them.`,
    );
  }
  return reportOf(lines, wrong);
}

/** Reads a backup as a restore would, without writing anything. @throws the reason of the signal */
export function verifyBackup(path: string, secret?: BackupSecret, signal?: AbortSignal): Promise<CommandReport> {
  return withBackup(path, async (folder) => {
    const backup = await openBackup(folder, secret);
    const { facts } = backup;
    const wrong: string[] = [];
    const lines: string[] = [
      `Backup of ${facts.made_at}, ${facts.has_key ? "with" : "without"} the master key, ${backup.isEncrypted ? "encrypted" : "not encrypted"}`,
    ];
    for (const { name, rows, sum } of facts.tables) {
      const digest = new TableDigest();
      try {
        for await (const batch of backup.rows(name)) {
          signal?.throwIfAborted();
          for (const line of batch) digest.add(line);
        }
      } catch (error) {
        signal?.throwIfAborted();
        wrong.push(errorMessage(error));
        continue;
      }
      lines.push(`${name.padEnd(24)} ${String(digest.result.rows).padStart(10)}  ${digest.result.sum.slice(0, 16)}`);
      if (digest.result.rows !== rows || digest.result.sum !== sum) {
        wrong.push(`The rows of ${name} are not those that the backup was made with.`);
      }
    }
    const blobs = await readBlobs(facts.blobs, backup.blobs, signal);
    await backup.masterKey().catch((error: unknown) => wrong.push(errorMessage(error)));
    lines.push(`${"blobs".padEnd(24)} ${String(blobs.right).padStart(10)}  ${megabytes(blobs.bytes)}`);
    if (blobs.wrong > 0) {
      wrong.push(`${blobs.wrong} blobs are missing or damaged. All else is restored, and the next sync rebuilds them.`);
    }
    return reportOf(lines, wrong);
  });
}

async function readBlobs(
  hashes: Iterable<string>,
  blobs: Pick<Blobs, "get">,
  signal?: AbortSignal,
): Promise<{ right: number; wrong: number; bytes: number }> {
  const count = { right: 0, wrong: 0, bytes: 0 };
  for (const hash of hashes) {
    signal?.throwIfAborted();
    const bytes = await blobs.get(hash);
    if (bytes) {
      count.right += 1;
      count.bytes += bytes.length;
    } else count.wrong += 1;
  }
  return count;
}

const reportOf = (lines: readonly string[], wrong: readonly string[]): CommandReport => ({
  lines: [...lines, ...(wrong.length === 0 ? ["Everything is right."] : wrong.map((sentence) => `WRONG: ${sentence}`))],
  isRight: wrong.length === 0,
});
