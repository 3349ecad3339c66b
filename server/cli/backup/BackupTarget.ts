import type { Db } from "../../db/openDb.ts";
import { listManifests } from "../../db/tables/searches/artifacts.ts";
import { listScipBlobs } from "../../db/tables/commits/scipIndexes.ts";
import type { OpenDb } from "../../db/openedDb.ts";
import { blobsNamedBy } from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";

/** What backup, restore, verify and copy work on: the server's own when it runs, else opened for the one command. */
export interface BackupTarget {
  readonly database: OpenDb;
  readonly blobs: Blobs;
  readonly dataDir: string;
  /** Undefined where no key is to be had, as when a backup is read on another machine. */
  readonly masterKey: Buffer | undefined;
}

/** What the operator reads: lines, and whether something is wrong. */
export interface CommandReport {
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

/** Every blob that a project's index names, and those of uploaded indexes, which no sync makes again. */
export async function namedBlobs(db: Db): Promise<Set<string>> {
  return new Set([...blobsNamedBy(await listManifests(db)), ...(await listScipBlobs(db))]);
}

/** Copies blobs to another store. A missing one is counted; the next sync rebuilds it. */
export async function copyBlobs(
  hashes: Iterable<string>,
  from: Pick<Blobs, "get">,
  to: Blobs,
): Promise<{ copied: number; bytes: number; missing: number }> {
  const count = { copied: 0, bytes: 0, missing: 0 };
  for (const hash of hashes) {
    const bytes = await from.get(hash);
    if (!bytes) {
      count.missing += 1;
      continue;
    }
    await to.put(bytes);
    count.copied += 1;
    count.bytes += bytes.length;
  }
  return count;
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
