/** What a source and the index of its project occupy: measured while a sync runs and when it ends, kept in the database. */
import { LRUCache } from "lru-cache";
import { isReferenceViolation } from "../../db/databaseErrors.ts";
import type { Db } from "../../db/openDb.ts";
import { rowBytesOf } from "../../db/tables/operations/rowBytes.ts";
import { findArtifact, findGeneration } from "../../db/tables/searches/artifacts.ts";
import { findMeasuredGeneration, upsertIndexDisk, upsertSourceDisk } from "../../db/tables/operations/diskUse.ts";
import { listUnmeasuredScip, updateScipBytes } from "../../db/tables/commits/scipIndexes.ts";
import { blobsOf, decodeManifest } from "../../index/manifest.ts";
import type { Sources } from "../../sources/sourceTypes.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";

/** Cached sizes of blobs. A blob is named by its content, so its size never changes. */
const MAX_CACHED_SIZES = 50_000;

export interface DiskMeterOptions {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly sources: Pick<Sources, "mirrorBytes" | "sharersOf">;
}

/** Measures what is on this machine and in the shared store. */
export class DiskMeter {
  readonly #options: DiskMeterOptions;
  readonly #sizes = new LRUCache<string, number>({ max: MAX_CACHED_SIZES });

  constructor(options: DiskMeterOptions) {
    this.#options = options;
  }

  /**
   * The mirror of a repository with everything that git is writing for it. What it shares counts in equal parts for all that share it, so
   * their parts are measured together: the sum of a company is what is on the disk.
   */
  async measureMirror(sourceId: string): Promise<void> {
    const { db, sources } = this.#options;
    for (const id of [sourceId, ...(await sources.sharersOf(sourceId))]) {
      const bytes = await sources.mirrorBytes(id);
      await upsertSourceDisk(db, id, { copy_bytes: bytes }, new Date()).catch(ignoreRemoved);
    }
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
    // Of two concurrent measurements the one of the newer index is kept.
    const next = { generation: row.generation, bytes, measured_at: new Date() };
    await upsertIndexDisk(db, projectId, next).catch(ignoreRemoved);
  }

  /** Uploaded SCIP indexes of a version that did not store their size. */
  async measureUploads(limit: number): Promise<void> {
    const { db, blobs } = this.#options;
    for (const { source_id: sourceId, blob } of await listUnmeasuredScip(db, limit))
      await updateScipBytes(db, sourceId, blob, await this.#sizeOf(blobs, blob));
  }

  async #sizeOf(blobs: Blobs, hash: string): Promise<number> {
    const cached = this.#sizes.get(hash);
    if (cached !== undefined) return cached;
    const bytes = await blobs.size(hash);
    if (bytes === null) return 0;
    this.#sizes.set(hash, bytes);
    return bytes;
  }
}

/** No blobs for a manifest of another format, which the next sync rebuilds. */
function blobsOfManifest(manifest: unknown): Iterable<string> {
  try {
    return blobsOf(decodeManifest(manifest));
  } catch {
    return [];
  }
}

/** The source or project may have been removed meanwhile. */
function ignoreRemoved(error: unknown): void {
  if (!isReferenceViolation(error)) throw error;
}
