import { createHash } from "node:crypto";
import {
  type RunStatement,
  blobsAfter,
  completeBlob,
  deleteBlob,
  deleteBlobRow,
  readBlobPiece,
  sizeOfBlob,
  touchBlob,
  writeBlobPiece,
} from "../../db/tables/searches/blobStorage.ts";
import type { Blobs } from "./blobs.ts";
import { hashOf } from "./hashOf.ts";

/** Bytes of one row. A larger row would be copied in memory several times during transfer. */
const PIECE_BYTES = 1 << 20;
const LIST_BATCH_SIZE = 1000;
/** The latest time that a `Date` can have, in milliseconds since 1970. */
const MAX_DATE_MS = 8.64e15;

/**
 * Blobs as rows of pieces. A blob is there once its row in `blobs` is, and that is only made when the database itself counts all of its
 * pieces; a writer that is killed before its end leaves pieces that `deleteOrphanedPieces` removes.
 */
export function createDatabaseBlobs(run: RunStatement): Blobs {
  return {
    async put(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      // The new time keeps the collection of unreferenced old blobs from deleting it.
      if (await touchBlob(run, hash)) return hash;
      await insertBlob(run, hash, bytes);
      return hash;
    },
    async get(name) {
      const hash = hashOf(name);
      const size = await sizeOfBlob(run, hash);
      if (size === null) return null;
      const bytes = await readPieces(run, hash, size);
      // Delete damaged rows, or a later `put` of the correct bytes would skip the write.
      if (!bytes) await deleteBlobRow(run, hash);
      return bytes;
    },
    async has(name) {
      return (await sizeOfBlob(run, hashOf(name))) !== null;
    },
    async size(name) {
      return sizeOfBlob(run, hashOf(name));
    },
    async delete(name, writtenBefore = Number.MAX_SAFE_INTEGER) {
      const isAny = writtenBefore === Number.MAX_SAFE_INTEGER;
      await deleteBlob(run, hashOf(name), isAny ? null : new Date(Math.min(writtenBefore, MAX_DATE_MS)));
    },
    async *list() {
      for (let after = ""; ;) {
        const rows = await blobsAfter(run, after, LIST_BATCH_SIZE);
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < LIST_BATCH_SIZE) return;
        after = last.hash;
      }
    },
  };
}

async function insertBlob(run: RunStatement, hash: string, bytes: Uint8Array): Promise<void> {
  const pieces = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  for (let number = 0; number < pieces; number++) {
    const data = Buffer.from(bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES));
    await writeBlobPiece(run, hash, number, data);
  }
  if (!(await completeBlob(run, hash, { pieces, bytes: bytes.length })))
    throw new Error("A blob was taken away while it was written.");
}

/** The bytes of a blob; null when they are not those of its name. */
async function readPieces(run: RunStatement, hash: string, size: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  const digest = createHash("sha256");
  const count = Math.max(1, Math.ceil(size / PIECE_BYTES));
  for (let number = 0; number < count; number++) {
    const data = await readBlobPiece(run, hash, number);
    if (!data) break;
    digest.update(data);
    pieces.push(data);
  }
  return digest.digest("hex") === hash ? Buffer.concat(pieces) : null;
}
