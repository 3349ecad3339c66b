/**
 * Statements of the blobs that are rows of pieces. They are texts and not queries of Kysely: threads that build an index run them on their own
 * connection and load no query builder.
 */

/** Runs one statement; the database's own or that of a pool. */
export type RunStatement = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** A blob of the list. */
export interface BlobRow {
  readonly hash: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

/** Sets the time at which a blob was written to now. @returns whether there is such a blob */
export async function touchBlob(run: RunStatement, hash: string): Promise<boolean> {
  const { rows } = await run("update blobs set written_at = now() where hash = $1 returning hash", [hash]);
  return rows.length > 0;
}

/** The number of bytes of a blob; null where there is none. */
export async function sizeOfBlob(run: RunStatement, hash: string): Promise<number | null> {
  const { rows } = await run("select bytes from blobs where hash = $1", [hash]);
  return rows[0] ? Number(rows[0]["bytes"]) : null;
}

/** Deletes the row of a blob without its pieces. */
export async function deleteBlobRow(run: RunStatement, hash: string): Promise<void> {
  await run("delete from blobs where hash = $1", [hash]);
}

/** Deletes a blob with its pieces. @param before only if it was written before this time; null: always */
export async function deleteBlob(run: RunStatement, hash: string, before: Date | null): Promise<void> {
  await run(
    `with gone as (delete from blobs where hash = $1 ${before === null ? "" : "and written_at < $2::timestamptz"} returning hash)
     delete from blob_chunks where hash in (select hash from gone)`,
    before === null ? [hash] : [hash, before.toISOString()],
  );
}

/** The next blobs after a hash, in the order of the hashes. */
export async function blobsAfter(run: RunStatement, hash: string, limit: number): Promise<BlobRow[]> {
  const { rows } = await run(
    `select hash, bytes, (extract(epoch from written_at) * 1000)::double precision as written_at
     from blobs where hash > $1 order by hash limit $2`,
    [hash, limit],
  );
  return rows.map((row) => ({
    hash: String(row["hash"]),
    bytes: Number(row["bytes"]),
    writtenAt: Number(row["written_at"]),
  }));
}

/** Writes one piece, also over an earlier one of the same number. */
export async function writeBlobPiece(run: RunStatement, hash: string, number: number, data: Buffer): Promise<void> {
  await run(
    `insert into blob_chunks (hash, number, data) values ($1, $2, $3)
     on conflict (hash, number) do update set data = excluded.data, written_at = now()`,
    [hash, number, data],
  );
}

/** Adds the row of a blob if the database counts all of its pieces and bytes. @returns whether it does */
export async function completeBlob(
  run: RunStatement,
  hash: string,
  { pieces, bytes }: { readonly pieces: number; readonly bytes: number },
): Promise<boolean> {
  const { rows } = await run(
    `insert into blobs (hash, bytes)
     select hash, sum(octet_length(data)) from blob_chunks where hash = $1
     group by hash having count(*) = $2 and sum(octet_length(data)) = $3
     on conflict (hash) do update set written_at = now() returning hash`,
    [hash, pieces, bytes],
  );
  return rows.length > 0;
}

/** One piece of a blob; null where there is none. */
export async function readBlobPiece(run: RunStatement, hash: string, number: number): Promise<Uint8Array | null> {
  const { rows } = await run("select data from blob_chunks where hash = $1 and number = $2", [hash, number]);
  const data = rows[0]?.["data"];
  return data instanceof Uint8Array ? data : null;
}
