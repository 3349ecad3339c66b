import { requestAddress } from "../../../contract/addresses/requestAddress.ts";
import type { Db } from "../../db/openDb.ts";
import {
  listAmbiguousRequestNumbers,
  listRequestDiscussions,
  listRequestsAfter,
  listReviewerLogins,
} from "../../db/tables/requests/requestIndexing.ts";
import type { IndexedRequest } from "../../index/tables/requestTable.ts";

const BATCH_SIZE = 500;
/** Text of the discussion of one request that the index takes in. */
const MAX_DISCUSSION_LENGTH = 60_000;

/** All pull and merge requests of a project for the index, with the text of their reviews and comments. */
export async function* requestBatches(db: Db, projectId: string): AsyncGenerator<IndexedRequest[], void, undefined> {
  const ambiguous = new Set(await listAmbiguousRequestNumbers(db, projectId));
  for (let after = ""; ;) {
    const rows = await listRequestsAfter(db, projectId, after, BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const texts = new Map(
      (await listRequestDiscussions(db, ids, MAX_DISCUSSION_LENGTH)).map(({ request_id, text }) => [request_id, text]),
    );
    const reviewers = Map.groupBy(await listReviewerLogins(db, ids), ({ request_id }) => request_id);
    yield rows.map((row) => ({
      id: row.id,
      key: row.key,
      address: requestAddress(row, ambiguous.has(row.number)),
      source: row.source_id,
      title: row.title,
      body: row.body,
      comments: texts.get(row.id) ?? "",
      state: row.state,
      labels: row.labels,
      author: row.login,
      reviewers: (reviewers.get(row.id) ?? []).map(({ login }) => login),
      url: row.url,
      updatedAt: row.updated_at.getTime(),
      mergedAt: row.merged_at?.getTime() ?? null,
    }));
  }
}
