/** Pull or merge requests of one source as its sync stores them. */
import type { Insertable } from "kysely";
import { insertRows } from "../../insertRows.ts";
import type { Db } from "../../openDb.ts";
import {
  type ChangeRequestsTable,
  type RequestChecksTable,
  type RequestCommentsTable,
  type RequestCommitsTable,
  type RequestEventsTable,
  type RequestFilesTable,
  type RequestAccountsTable,
  type RequestReviewsTable,
  REQUEST_READ,
} from "../../schema/requestSchema.ts";

/** The columns of these requests, by their ids at the host, that show whether one has changed. */
export const listStoredRequests = (db: Db, sourceId: string, externalIds: readonly string[]) =>
  db
    .selectFrom("change_requests")
    .select(["id", "external_id", "state", "updated_at", "url", "head_hash", "details_at", "read_version"])
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();

/** Makes any state of these requests at the host the newer one. In the transaction that stores it. */
export async function resetRequestTimes(tx: Db, sourceId: string, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await tx
    .updateTable("change_requests")
    .set({ updated_at: new Date(0) })
    .where("source_id", "=", sourceId)
    .where("external_id", "in", [...externalIds])
    .execute();
}

/** Stores requests by the provider's id: one that is stored keeps its own id. */
export async function upsertRequests(db: Db, rows: readonly Insertable<ChangeRequestsTable>[]): Promise<void> {
  await insertRows(db, "change_requests", rows, {
    onConflict: {
      columns: ["source_id", "external_id"],
      update: [
        "number",
        "key",
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
        "labels",
        "merged_by_id",
        "read_version",
      ],
      // GitLab names it with the details alone: until they are read, the base of the earlier head still leads to the merge base.
      keep: ["base_hash"],
    },
  });
}

/** Requests that changed since their details were read, or were never read whole; newest activity first. */
export const listRequestsWithoutDetails = (db: Db, sourceId: string, limit: number) =>
  db
    .selectFrom("change_requests")
    .select(["id", "project_id", "external_id", "number", "url", "state", "head_hash", "author_id"])
    .select(["created_at", "updated_at", "merged_at", "closed_at"])
    .where("source_id", "=", sourceId)
    .where((where) =>
      where.or([
        where("details_at", "is", null),
        where("details_at", "<", where.ref("updated_at")),
        where("read_version", "<", REQUEST_READ.whole),
      ]),
    )
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Keys of requests of a source whose discussion was cut, newest activity first. */
export async function listCutRequests(db: Db, sourceId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("change_requests")
    .select("key")
    .where("source_id", "=", sourceId)
    .where("is_cut", "=", true)
    .orderBy("updated_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Replaces the accounts of some requests in one role, or in both. */
export async function replaceRequestPeople(
  db: Db,
  requestIds: readonly string[],
  roles: readonly RequestAccountsTable["role"][],
  accounts: readonly Insertable<RequestAccountsTable>[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await db
    .deleteFrom("request_accounts")
    .where("request_id", "in", [...requestIds])
    .where("role", "in", [...roles])
    .execute();
  await insertRows(db, "request_accounts", accounts, { onConflict: "ignore" });
}

export interface RequestDetailRows {
  readonly reviews: readonly Insertable<RequestReviewsTable>[];
  readonly files: readonly Insertable<RequestFilesTable>[];
  readonly comments: readonly Insertable<RequestCommentsTable>[];
  readonly commits: readonly Insertable<RequestCommitsTable>[];
  readonly events: readonly Insertable<RequestEventsTable>[];
  /** Null: those that are stored stay. */
  readonly checks: readonly Insertable<RequestChecksTable>[] | null;
  /** Columns of the request that only the details tell. */
  readonly columns: { readonly is_cut: boolean; readonly base_hash?: string; readonly merged_by_id?: string };
  /** The state of the request that they belong to. */
  readonly at: Date;
}

/** Puts the details of one request in place of those that are stored. */
export async function replaceRequestDetails(db: Db, requestId: string, details: RequestDetailRows): Promise<void> {
  const tables = ["request_reviews", "request_files", "request_comments", "request_commits", "request_events"] as const;
  for (const table of tables) await db.deleteFrom(table).where("request_id", "=", requestId).execute();
  await insertRows(db, "request_reviews", details.reviews);
  await insertRows(db, "request_files", details.files);
  await insertRows(db, "request_comments", details.comments);
  await insertRows(db, "request_commits", details.commits);
  await insertRows(db, "request_events", details.events);
  if (details.checks !== null) {
    await db.deleteFrom("request_checks").where("request_id", "=", requestId).execute();
    await insertRows(db, "request_checks", details.checks);
  }
  await db
    .updateTable("change_requests")
    .set({ ...details.columns, details_at: details.at, read_version: REQUEST_READ.whole })
    .where("id", "=", requestId)
    .execute();
}
