/** What a source and the index of its project occupy: measured while a sync runs and when it ends, kept in the database. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { isReferenceViolation } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { rowBytesOf } from "../../db/tables/rowBytes.ts";
import { findArtifact, findGeneration } from "../../db/tables/artifacts.ts";
import { findMeasuredGeneration, upsertIndexDisk, upsertSourceDisk } from "../../db/tables/diskUse.ts";
import { blobsOf, decodeManifest } from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";

/** Cached sizes of blobs. A blob is named by its content, so its size never changes. */
const MAX_CACHED_SIZES = 50_000;

export interface DiskMeterOptions {
  readonly db: Db;
  readonly blobs: Blobs;
  /** Where the copy of a repository is, by the source's id. */
  readonly mirrorFolder: (sourceId: string) => string;
}

/** Measures what is on this machine and in the shared store. */
export class DiskMeter {
  readonly #options: DiskMeterOptions;
  readonly #sizes = new LRUCache<string, number>({ max: MAX_CACHED_SIZES });

  constructor(options: DiskMeterOptions) {
    this.#options = options;
  }

  /** The copy of a repository with all that git is just writing for it. */
  async measureCopy(sourceId: string): Promise<number> {
    const { db, mirrorFolder } = this.#options;
    const folder = mirrorFolder(sourceId);
    let bytes = 0;
    for (const path of [folder, `${folder}.part`, `${folder}.source`]) bytes += await folderBytes(path);
    await upsertSourceDisk(db, sourceId, { copy_bytes: bytes }, new Date()).catch(ignoreRemoved);
    return bytes;
  }

  async measureRows(sourceId: string): Promise<number> {
    const { db } = this.#options;
    const bytes = await rowBytesOf(db, sourceId);
    await upsertSourceDisk(db, sourceId, { row_bytes: bytes }, new Date()).catch(ignoreRemoved);
    return bytes;
  }

  /** The blobs that the index of a project names, where it has changed since they were measured. */
  async measureIndex(projectId: string): Promise<void> {
    const { db, blobs } = this.#options;
    const [generation, measured] = await Promise.all([
      findGeneration(db, projectId),
      findMeasuredGeneration(db, projectId),
    ]);
    if (generation === null || generation === measured) return;
    const row = await findArtifact(db, projectId);
    if (!row) return;
    let bytes = 0;
    for (const hash of blobsOfManifest(row.manifest)) bytes += await this.#sizeOf(blobs, hash);
    // Of two that measure at the same time the one that saw the newer index has the last word.
    const next = { generation: row.generation, bytes, measured_at: new Date() };
    await upsertIndexDisk(db, projectId, next).catch(ignoreRemoved);
  }

  async #sizeOf(blobs: Blobs, hash: string): Promise<number> {
    const known = this.#sizes.get(hash);
    if (known !== undefined) return known;
    const bytes = await blobs.size(hash);
    if (bytes === null) return 0;
    this.#sizes.set(hash, bytes);
    return bytes;
  }
}

/** A manifest of another format is rebuilt at the next sync: until then nothing reads its blobs. */
function blobsOfManifest(manifest: unknown): Iterable<string> {
  try {
    return blobsOf(decodeManifest(manifest));
  } catch {
    return [];
  }
}

/** What was removed before the statement, or by a transaction that commits during it, occupies nothing. */
function ignoreRemoved(error: unknown): void {
  if (!isReferenceViolation(error)) throw error;
}

/** Bytes of the files below a folder; 0 when there is none. Files that another repository has as well (hard links) take no room of ours. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else if (entry.isFile()) {
      // git renames and removes while we look.
      const found = await lstat(path).catch(() => null);
      if (found && found.nlink <= 1) bytes += found.size;
    }
  }
  return bytes;
}
