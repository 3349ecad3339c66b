/** Requests that change no file in the folders of their source: what is known of them, and how the others lose what is outside. */
import { type SqlBool, sql } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";

export const listOutsideRequests = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("outside_requests")
    .select(["external_id", "head_hash"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

export async function countOutsideRequests(db: Db, sourceId: string): Promise<number> {
  const row = await db
    .selectFrom("outside_requests")
    .select((is) => is.fn.countAll().as("requests"))
    .where("source_id", "=", sourceId)
    .executeTakeFirstOrThrow();
  return Number(row.requests);
}

export async function deleteOutsideRequests(db: Db, sourceId: string, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await db
    .deleteFrom("outside_requests")
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
}

/** Makes these requests of a source outside ones. In the transaction that stores what is known of them. */
export async function moveRequestsOutside(
  tx: Db,
  sourceId: string,
  requests: readonly { readonly id: string; readonly external_id: string; readonly head_hash: string | null }[],
): Promise<void> {
  if (requests.length === 0) return;
  await insertRows(
    tx,
    "outside_requests",
    requests.map(({ external_id, head_hash }) => ({ source_id: sourceId, external_id, head_hash })),
    { onConflict: { columns: ["source_id", "external_id"], update: ["head_hash"] } },
  );
  await tx
    .deleteFrom("change_requests")
    .where(
      "id",
      "in",
      requests.map(({ id }) => id),
    )
    .execute();
}

/** Whether the path of a row of `request_files` named `f` is below one of these folders. */
const isBelow = (folders: readonly string[]) =>
  sql<SqlBool>`exists (select 1 from unnest(${folders.map((folder) => `${folder}/`)}::text[]) as p (prefix) where starts_with(f.path, p.prefix))`;

/** Requests of a source whose files are known, none of them below these folders. */
export async function listRequestsBeyond(db: Db, sourceId: string, folders: readonly string[]) {
  const { rows } = await sql<{ id: string; external_id: string; head_hash: string | null }>`
    select r.id, r.external_id, r.head_hash from change_requests r
    where r.source_id = ${sourceId} and r.details_at >= r.updated_at and not r.is_cut
      and exists (select 1 from request_files f where f.request_id = r.id)
      and not exists (select 1 from request_files f where f.request_id = r.id and ${isBelow(folders)})`.execute(db);
  return rows;
}

/** Deletes the listed files of requests that are not below these folders. @returns how many */
export async function deleteFilesBeyond(db: Db, sourceId: string, folders: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from request_files f using change_requests r
    where r.id = f.request_id and r.source_id = ${sourceId} and not ${isBelow(folders)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Forgets which requests are outside, and makes the next sync read the files of the others. */
export async function forgetRequestFiles(tx: Db, sourceId: string): Promise<void> {
  await tx.deleteFrom("outside_requests").where("source_id", "=", sourceId).execute();
  await tx.updateTable("change_requests").set({ details_at: null }).where("source_id", "=", sourceId).execute();
}
