/** Pull or merge requests of one source as its sync stores them. */
import type { Insertable } from "kysely";
import { insertRows } from "../insertRows.ts";
import type { Db } from "../openDb.ts";
import type { ChangeRequestsTable, RequestFilesTable, RequestReviewsTable } from "../requestSchema.ts";

/** The columns of these requests, by their ids at the host, that show whether one has changed. */
export const listStoredRequests = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("change_requests")
    .select(["external_id", "updated_at", "url"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

/** Stores requests by the provider's id: one that is stored keeps its own id, number and key. */
export async function upsertRequests(db: Db, rows: readonly Insertable<ChangeRequestsTable>[]): Promise<void> {
  await insertRows(db, "change_requests", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: [
        "title",
        "body",
        "state",
        "is_draft",
        "author_id",
        "source_branch",
        "target_branch",
        "head_hash",
        "merge_hash",
        "url",
        "created_at",
        "updated_at",
        "merged_at",
        "closed_at",
        "details_at",
      ],
    },
  });
}

/** Requests that changed since their reviews and files were read, newest activity first. */
export const listRequestsWithoutDetails = (db: Db, sourceId: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "external_id", "number", "author_id", "updated_at"])
    .where("source_id", "=", sourceId)
    .where((where) => where.or([where("details_at", "is", null), where("details_at", "<", where.ref("updated_at"))]))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Puts the reviews and files of one request in place of those that are stored. @param at the state of the request they belong to */
export async function replaceRequestDetails(
  db: Db,
  requestId: string,
  details: {
    readonly reviews: readonly Insertable<RequestReviewsTable>[];
    readonly files: readonly Insertable<RequestFilesTable>[];
    readonly at: Date;
  },
): Promise<void> {
  await db.deleteFrom("request_reviews").where("request_id", "=", requestId).execute();
  await db.deleteFrom("request_files").where("request_id", "=", requestId).execute();
  await insertRows(db, "request_reviews", details.reviews);
  await insertRows(db, "request_files", details.files);
  await db.updateTable("change_requests").set({ details_at: details.at }).where("id", "=", requestId).execute();
}
