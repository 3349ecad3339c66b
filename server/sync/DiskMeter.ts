/** What a source and the index of its project occupy: measured while a sync runs and when it ends, kept in the database. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isReferenceViolation } from "../db/databaseErrors.ts";
import type { Db } from "../db/openDb.ts";
import { rowBytesOf } from "../db/rowBytes.ts";
import { blobsOf, decodeManifest } from "../index/manifest.ts";
import type { Blobs } from "../index/blobs.ts";

/** Sizes of blobs that are remembered. A blob is named by its content, so that its size never changes. */
const MAX_CACHED_SIZES = 200_000;

export interface DiskMeterOptions {
  readonly db: Db;
  readonly blobs: Blobs;
  /** Where the copy of a repository is, by the source's id. */
  readonly mirrorFolder: (sourceId: string) => string;
}

/** Measures what is on this machine and in the shared store. */
export class DiskMeter {
  readonly #options: DiskMeterOptions;
  readonly #sizes = new Map<string, number>();

  constructor(options: DiskMeterOptions) {
    this.#options = options;
  }

  /** The copy of a repository with all that git is just writing for it. */
  async measureCopy(sourceId: string): Promise<number> {
    const { db, mirrorFolder } = this.#options;
    const folder = mirrorFolder(sourceId);
    let bytes = 0;
    for (const path of [folder, `${folder}.part`, `${folder}.source`]) bytes += await folderBytes(path);
    await store(db, sourceId, { copy_bytes: bytes });
    return bytes;
  }

  async measureRows(sourceId: string): Promise<number> {
    const { db } = this.#options;
    const bytes = await rowBytesOf(db, sourceId);
    await store(db, sourceId, { row_bytes: bytes });
    return bytes;
  }

  /** The blobs that the index of a project names, where it has changed since they were measured. */
  async measureIndex(projectId: string): Promise<void> {
    const { db, blobs } = this.#options;
    const [index, measured] = await Promise.all([
      db.selectFrom("artifacts").select("generation").where("project_id", "=", projectId).executeTakeFirst(),
      db.selectFrom("index_disk").select("generation").where("project_id", "=", projectId).executeTakeFirst(),
    ]);
    if (!index || index.generation === measured?.generation) return;
    const row = await db
      .selectFrom("artifacts")
      .select(["generation", "manifest"])
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    if (!row) return;
    let bytes = 0;
    for (const hash of blobsOfManifest(row.manifest)) bytes += await this.#sizeOf(blobs, hash);
    const next = { generation: row.generation, bytes, measured_at: new Date() };
    await db
      .insertInto("index_disk")
      .values({ project_id: projectId, ...next })
      // Of two that measure at the same time the one that saw the newer index has the last word.
      .onConflict((conflict) =>
        conflict.column("project_id").doUpdateSet(next).where("index_disk.generation", "<", next.generation),
      )
      .execute()
      .catch(ignoreRemoved);
  }

  async #sizeOf(blobs: Blobs, hash: string): Promise<number> {
    const known = this.#sizes.get(hash);
    if (known !== undefined) return known;
    const bytes = await blobs.size(hash);
    if (bytes === null) return 0;
    if (this.#sizes.size >= MAX_CACHED_SIZES) this.#sizes.clear();
    this.#sizes.set(hash, bytes);
    return bytes;
  }
}

/** A manifest of another format is built anew at the next sync: until then nothing reads its blobs. */
function blobsOfManifest(manifest: unknown): Iterable<string> {
  try {
    return blobsOf(decodeManifest(manifest));
  } catch {
    return [];
  }
}

/** What was removed while it was measured occupies nothing. */
function ignoreRemoved(error: unknown): void {
  if (!isReferenceViolation(error)) throw error;
}

async function store(
  db: Db,
  sourceId: string,
  measured: { readonly copy_bytes: number } | { readonly row_bytes: number },
): Promise<void> {
  const next = { ...measured, measured_at: new Date() };
  // The source may have been removed before the statement, or by a transaction that commits during it.
  await db
    .insertInto("source_disk")
    .columns(["source_id", "copy_bytes", "row_bytes", "measured_at"])
    .expression((is) =>
      is
        .selectFrom("sources")
        .select((one) => [
          "sources.id",
          one.val("copy_bytes" in measured ? measured.copy_bytes : 0).as("copy_bytes"),
          one.val("row_bytes" in measured ? measured.row_bytes : 0).as("row_bytes"),
          one.val(next.measured_at).as("measured_at"),
        ])
        .where("sources.id", "=", sourceId),
    )
    .onConflict((conflict) => conflict.column("source_id").doUpdateSet(next))
    .execute()
    .catch(ignoreRemoved);
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
