import { z } from "zod";
import type { Db } from "../../db/openDb.ts";
import { type IssueFilter, filterIssues, isNarrowed } from "../../db/tables/issues/issueFilters.ts";
import {
  type CardRow,
  ISSUE_ORDERS,
  type ListPosition,
  type PlacedRow,
  type SortType,
  collectFirst,
  countFilteredIssues,
  findIssueTitle,
  listIssuePage,
} from "../../db/tables/issues/issuePages.ts";
import { MAX_MATCHES, findIssuesByWords } from "../../db/tables/issues/issueWords.ts";
import { decodeCursor, encodeCursor } from "../../cursor.ts";

const MAX_INTEGER = 2 ** 31 - 1;
/** Letters of a title in a cursor, which has to be short in any script. */
const TITLE_LENGTH = 20;
const SORT_VALUES: Record<SortType, z.ZodType<string | number>> = {
  timestamptz: z.iso.datetime(),
  integer: z.number().int().min(0).max(MAX_INTEGER),
  text: z.string(),
};
const positionOfType = (type: SortType) => z.tuple([SORT_VALUES[type], z.string().max(200)]);

export interface FoundIssues {
  readonly rows: readonly CardRow[];
  /** The total number of matches. */
  readonly count: number;
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/**
 * One page of a project's issues, with keyset pagination: a deep page costs as much as the first, and an issue that moves between two
 * requests neither repeats nor hides another one.
 * @throws Invalid for a cursor that no page returned
 */
export async function findIssues(db: Db, projectId: string, query: IssueFilter): Promise<FoundIssues> {
  const words = await findIssuesByWords(db, projectId, query.q ?? "");
  const { sort, limit, cursor } = query;
  const { type } = ISSUE_ORDERS[sort];
  const after = decodeCursor(positionOfType(type), cursor);
  const page = { sort, limit, after: after && type === "text" ? await wholeTitle(db, projectId, after) : after };
  const all = filterIssues(db, projectId, query, words?.fitsAll);
  const counting = words && !isNarrowed(query) ? words.count() : countFilteredIssues(all);
  const paging = (): Promise<PlacedRow[]> => listIssuePage(filterIssues(db, projectId, query, words?.fits), page);
  // The order's index would be read to its end in search of a full page: few are found first and sorted then. A state alone has many.
  const [count, rows] = isNarrowed({ ...query, state: [] })
    ? await counting.then(
        async (n) =>
          [n, n === 0 ? [] : await (n <= MAX_MATCHES ? listIssuePage(collectFirst(db, all), page) : paging())] as const,
      )
    : await Promise.all([counting, paging()]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, count, next: last ? encodeCursor([cursorValueOf(last.place), last.id]) : null };
}

const cursorValueOf = (value: Date | string | number): string | number =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === "string"
      ? Array.from(value).slice(0, TITLE_LENGTH).join("")
      : value;

/**
 * A cursor has the beginning of a title: the issue itself has the rest. One that was renamed, or is gone, is a place before all
 * titles that begin so, which repeats some and hides none.
 */
async function wholeTitle(db: Db, projectId: string, [beginning, id]: ListPosition): Promise<ListPosition> {
  const title = await findIssueTitle(db, projectId, id);
  return title?.startsWith(String(beginning)) ? [title, id] : [beginning, ""];
}
