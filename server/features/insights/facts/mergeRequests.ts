import { ChangedRows } from "./ChangedRows.ts";
import type { CachedRequest, ProjectRows } from "../../../engines/insights/cachedRows.ts";
import { type RowReading, cursorsOf, milliseconds, sumOf } from "./rowReading.ts";
import {
  listDetailedRequests,
  listRequestsChangedSince,
  listFirstReviews,
  listRequestSizes,
} from "../../../db/tables/requests/requestChanges.ts";
import { TALLY, findTally } from "../../../db/tables/pages/textPages.ts";

const EMPTY: readonly never[] = [];

interface RequestsRead {
  readonly requests: ReadonlyMap<string, CachedRequest>;
  readonly read: number;
}

/**
 * The change requests of a project with their reviews and sizes.
 * @param before what was read last; null: nothing
 */
export async function readRequestsOf(
  context: RowReading,
  before: ProjectRows["requests"] | null,
): Promise<RequestsRead> {
  const requests = await mergeRequests(context, before);
  if (before === null) return requests;
  const tally = await findTally(context.db, "change_requests", context.projectId);
  const sum = sumOf([...requests.requests.values()].map(({ updatedAt }) => updatedAt % TALLY));
  if (tally.count === requests.requests.size && tally.sum === sum) return requests;
  const complete = await mergeRequests(context, null);
  return { ...complete, read: complete.read + requests.read };
}

async function mergeRequests(
  { db, projectId, sources, names }: RowReading,
  before: ProjectRows["requests"] | null,
): Promise<RequestsRead> {
  const changes = new ChangedRows(before);
  const changed = new Set<string>();
  for await (const page of listRequestsChangedSince(db, projectId, cursorsOf(sources, changes.rows.values()))) {
    for (const { author, ...row } of page) {
      const previous = changes.rows.get(row.id);
      if (previous?.updatedAt === row.updatedAt && previous.isDetailed === row.isDetailed) continue;
      changed.add(row.id);
      changes.set(row.id, {
        ...row,
        author: author === null ? -1 : names.accounts.intern(author),
        words: EMPTY,
        size: Number.NaN,
      });
    }
  }
  const read = changed.size;
  if (before) {
    const waiting = [...changes.rows.values()].filter(({ id, isDetailed }) => !isDetailed && !changed.has(id));
    for (const id of await listDetailedRequests(
      db,
      waiting.map(({ id }) => id),
    )) {
      const request = changes.rows.get(id);
      if (request) changes.set(id, { ...request, isDetailed: true });
      changed.add(id);
    }
  }
  const ids = [...changed];
  const reviews = Map.groupBy(await listFirstReviews(db, ids), ({ request }) => request);
  const sizes = new Map((await listRequestSizes(db, ids)).map(({ request, lines }) => [request, lines]));
  for (const id of ids) {
    const request = changes.rows.get(id);
    if (!request) continue;
    changes.set(id, {
      ...request,
      words: (reviews.get(id) ?? EMPTY).map(({ account, firstAt }) => ({
        account: names.accounts.intern(account),
        at: milliseconds(firstAt),
      })),
      size: sizes.get(id) ?? Number.NaN,
    });
  }
  return { requests: changes.rows, read };
}
