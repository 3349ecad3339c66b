import { parseQuery } from "../../../contract/query/searchQuery.ts";
import type { Db } from "../../db/openDb.ts";
import { listAssigneesForSearch, listMarksForSearch } from "../../db/tables/searches/liveColumns.ts";
import type { SearchPeople } from "../../engines/search/collections/searchPeople.ts";
import { type LiveColumns, liveFiltersOf, livePageKey } from "../../engines/search/filters/liveColumns.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";

/** Those of a query that needs none. */
export const NO_LIVE_COLUMNS: LiveColumns = {};

/** Whether a query has a filter that needs columns in addition to the index. */
export const needsLiveColumns = (q: string): boolean => liveFiltersOf(parseQuery(q).root).size > 0;

/** The columns that a query needs in addition to the index; nothing is read for one without such a filter. */
export async function liveColumnsOf(db: Db, projectId: string, q: string, people: SearchPeople): Promise<LiveColumns> {
  const filters = liveFiltersOf(parseQuery(q).root);
  if (filters.size === 0) return NO_LIVE_COLUMNS;
  return {
    ...(filters.has("mark") && { mark: await marksOf(db, projectId) }),
    ...(filters.has("assignee") && { assignee: await assigneesOf(db, projectId, people) }),
  };
}

async function marksOf(db: Db, projectId: string) {
  const rows = await listMarksForSearch(db, projectId);
  const marks = rows.map(({ item, source, path, text, folded }) => ({
    item: item ?? livePageKey(source ?? "", path ?? ""),
    value: text,
    names: [folded],
    addresses: [],
  }));
  return Map.groupBy(marks, ({ item }) => item);
}

/** An assignee goes by all names of the person, as an author does. */
async function assigneesOf(db: Db, projectId: string, { goesBy, byAccount }: SearchPeople) {
  const rows = await listAssigneesForSearch(db, projectId);
  const assignees = rows.map(({ item, account, login, name, email }) => ({
    item,
    value: login || name,
    ...(goesBy[byAccount.get(`account:${account}`) ?? -1] ?? {
      names: [login, name, email?.split("@")[0] ?? ""].map(normalizeProse).filter((text) => text !== ""),
      addresses: email === null ? [] : [normalizeProse(email)],
    }),
  }));
  return Map.groupBy(assignees, ({ item }) => item);
}
