import { sql } from "kysely";
import type { Db } from "../../openDb.ts";
import {
  EPOCH,
  type PageCursors,
  type Micros,
  PAGE_ROWS,
  pagesSince,
  NEWLINE,
  lookUpInBatches,
  micros,
  momentOf,
  TAB,
  readTextRows,
} from "../pages/textPages.ts";

export interface ChangedRequestRow {
  readonly id: string;
  readonly source: string;
  readonly author: string | null;
  readonly createdAt: Micros;
  readonly mergedAt: Micros | null;
  readonly updatedAt: Micros;
  /** Whether reviews and files have been read since it changed. */
  readonly isDetailed: boolean;
}

/** Pull and merge requests that have changed since the marks, the oldest change first. */
export async function* listRequestsChangedSince(
  db: Db,
  projectId: string,
  marks: PageCursors,
): AsyncGenerator<ChangedRequestRow[]> {
  yield* pagesSince(marks, (from, last) =>
    readTextRows(
      db,
      sql`
    select string_agg(concat_ws(${TAB}, id, source_id, author, created, merged, updated, detailed), ${NEWLINE}) as text
    from (
      select r.id, r.source_id, coalesce(r.author_id, '') as author, ${micros("r.created_at")} as created,
        coalesce(${micros("r.merged_at")}::text, '') as merged, ${micros("r.updated_at")} as updated,
        case when r.details_at is null then 0 else 1 end as detailed
      from change_requests r
      join unnest(${[...marks.keys()]}::text[], ${[...marks.values()]}::bigint[]) as known (source_id, mark)
        on known.source_id = r.source_id and r.updated_at >= ${EPOCH} + known.mark * interval '1 microsecond'
      where r.project_id = ${projectId} and r.updated_at >= ${momentOf(from)}
        and (r.updated_at, r.id) > (${momentOf(from)}, ${last}::text)
      order by r.updated_at, r.id limit ${PAGE_ROWS}
    ) page`,
      ([id = "", source = "", author, created, merged, updated, detailed]): ChangedRequestRow => ({
        id,
        source,
        author: author || null,
        createdAt: Number(created),
        mergedAt: merged ? Number(merged) : null,
        updatedAt: Number(updated),
        isDetailed: detailed === "1",
      }),
    ),
  );
}

export interface FirstReviewRow {
  readonly request: string;
  readonly account: string;
  readonly firstAt: Micros;
}

/** The first review of each account of these requests. */
export async function listFirstReviews(db: Db, requests: readonly string[]): Promise<FirstReviewRow[]> {
  return lookUpInBatches(requests, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(concat_ws(${TAB}, request_id, account_id, first_at), ${NEWLINE}) as text from (
          select request_id, account_id, min(${micros("submitted_at")}) as first_at from request_reviews
          where request_id = any(${ids}::text[]) and account_id is not null group by request_id, account_id
        ) firsts`,
      ([request = "", account = "", firstAt]): FirstReviewRow => ({ request, account, firstAt: Number(firstAt) }),
    ),
  );
}

/** Lines added and deleted by each of these requests, where its files have been read. */
export async function listRequestSizes(
  db: Db,
  requests: readonly string[],
): Promise<{ readonly request: string; readonly lines: number }[]> {
  return lookUpInBatches(requests, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(concat_ws(${TAB}, request_id, lines), ${NEWLINE}) as text from (
          select request_id, sum(coalesce(additions, 0) + coalesce(deletions, 0)) as lines from request_files
          where request_id = any(${ids}::text[]) group by request_id
          having count(additions) > 0 or count(deletions) > 0
        ) sizes`,
      ([request = "", lines]) => ({ request, lines: Number(lines) }),
    ),
  );
}

/** Ids among these requests whose reviews and files have been read. */
export async function listDetailedRequests(db: Db, requests: readonly string[]): Promise<string[]> {
  return lookUpInBatches(requests, (ids) =>
    readTextRows(
      db,
      sql`select string_agg(id, ${NEWLINE}) as text from change_requests
        where id = any(${ids}::text[]) and details_at is not null`,
      ([id = ""]) => id,
    ),
  );
}
