import { createHash } from "node:crypto";
import type { Blobs } from "./blobs.ts";
import { hashOf } from "./hashOf.ts";

/** Runs one statement; the database's own or that of a pool. */
export type RunStatement = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** Bytes of one row. A larger row would be copied in memory several times during transfer. */
const PIECE_BYTES = 1 << 20;
const LIST_BATCH_SIZE = 1000;

/**
 * Blobs as rows of pieces. A blob is there once its row in `blobs` is, and that is only made when the database itself counts all of its
 * pieces; a writer that is killed in between leaves pieces that `deleteOrphanedPieces` removes.
 */
export function createDatabaseBlobs(run: RunStatement): Blobs {
  const touch = async (hash: string): Promise<boolean> => {
    // Update the time, so that the collection of unreferenced old blobs treats it as new.
    const { rows } = await run("update blobs set written_at = now() where hash = $1 returning hash", [hash]);
    return rows.length > 0;
  };
  return {
    async put(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      if (await touch(hash)) return hash;
      await insertBlob(run, hash, bytes);
      return hash;
    },
    async get(name) {
      const hash = hashOf(name);
      const { rows } = await run("select bytes from blobs where hash = $1", [hash]);
      if (!rows[0]) return null;
      const bytes = await readPieces(run, hash, Number(rows[0]["bytes"]));
      // Delete damaged rows, or a later `put` of the correct bytes would skip the write.
      if (!bytes) await run("delete from blobs where hash = $1", [hash]);
      return bytes;
    },
    async has(name) {
      const { rows } = await run("select 1 from blobs where hash = $1", [hashOf(name)]);
      return rows.length > 0;
    },
    async size(name) {
      const { rows } = await run("select bytes from blobs where hash = $1", [hashOf(name)]);
      return rows[0] ? Number(rows[0]["bytes"]) : null;
    },
    async delete(name, writtenBefore = Number.MAX_SAFE_INTEGER) {
      const limit = new Date(Math.min(writtenBefore, 8.64e15)).toISOString();
      const isAny = writtenBefore === Number.MAX_SAFE_INTEGER;
      await run(
        `with gone as (delete from blobs where hash = $1 ${isAny ? "" : "and written_at < $2::timestamptz"} returning hash)
         delete from blob_chunks where hash in (select hash from gone)`,
        isAny ? [hashOf(name)] : [hashOf(name), limit],
      );
    },
    async *list() {
      for (let after = ""; ;) {
        const { rows } = await run(
          `select hash, bytes, (extract(epoch from written_at) * 1000)::double precision as written_at
           from blobs where hash > $1 order by hash limit ${LIST_BATCH_SIZE}`,
          [after],
        );
        for (const row of rows) {
          after = String(row["hash"]);
          yield { hash: after, bytes: Number(row["bytes"]), writtenAt: Number(row["written_at"]) };
        }
        if (rows.length < LIST_BATCH_SIZE) return;
      }
    },
  };
}

async function insertBlob(run: RunStatement, hash: string, bytes: Uint8Array): Promise<void> {
  const pieces = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  for (let number = 0; number < pieces; number++) {
    const data = Buffer.from(bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES));
    await run(
      `insert into blob_chunks (hash, number, data) values ($1, $2, $3)
       on conflict (hash, number) do update set data = excluded.data, written_at = now()`,
      [hash, number, data],
    );
  }
  const { rows } = await run(
    `insert into blobs (hash, bytes)
     select hash, sum(octet_length(data)) from blob_chunks where hash = $1
     group by hash having count(*) = $2 and sum(octet_length(data)) = $3
     on conflict (hash) do update set written_at = now() returning hash`,
    [hash, pieces, bytes.length],
  );
  if (rows.length === 0) throw new Error("A blob was taken away while it was written.");
}

/** The bytes of a blob; null when they are not those of its name. */
async function readPieces(run: RunStatement, hash: string, size: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  const digest = createHash("sha256");
  const count = Math.max(1, Math.ceil(size / PIECE_BYTES));
  for (let number = 0; number < count; number++) {
    const answer = await run("select data from blob_chunks where hash = $1 and number = $2", [hash, number]);
    const data = answer.rows[0]?.["data"];
    if (!(data instanceof Uint8Array)) break;
    digest.update(data);
    pieces.push(data);
  }
  return digest.digest("hex") === hash ? Buffer.concat(pieces) : null;
}
