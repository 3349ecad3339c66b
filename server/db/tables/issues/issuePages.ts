/** Pages of a project's issues in one of the orders of the list, with keyset pagination. */
import { type SelectQueryBuilder, type Selectable, sql } from "kysely";
import type { ISSUE_SORTS } from "../../../../contract/constants.ts";
import type { Db } from "../../openDb.ts";
import type { IssuesTable } from "../../schema/trackerSchema.ts";
import type { Tables } from "../../schema/schema.ts";

export type IssueSort = (typeof ISSUE_SORTS)[number];
type Column = "updated_at" | "created_at" | "comments_count" | "title" | "similar_count";
/** The type of the value that a list is sorted by, as the database calls it. */
export type SortType = "timestamptz" | "integer" | "text";
/** Where a page of the list ended: the value that it is sorted by, and the id of the last issue. */
export type ListPosition = readonly [value: string | number, id: string];

export const ISSUE_ORDERS: Record<IssueSort, { column: Column; direction: "asc" | "desc"; type: SortType }> = {
  "-updated_at": { column: "updated_at", direction: "desc", type: "timestamptz" },
  updated_at: { column: "updated_at", direction: "asc", type: "timestamptz" },
  "-created_at": { column: "created_at", direction: "desc", type: "timestamptz" },
  created_at: { column: "created_at", direction: "asc", type: "timestamptz" },
  "-comments": { column: "comments_count", direction: "desc", type: "integer" },
  title: { column: "title", direction: "asc", type: "text" },
  "-similar": { column: "similar_count", direction: "desc", type: "integer" },
};
/** As many letters as the index has of each title. */
const BEGIN_SQL = sql.raw("200");
const BEGINNING = sql<string>`left(issues.title, ${BEGIN_SQL})`;

/** What a card needs of an issue: everything but its text. */
export const CARD_COLUMNS = [
  "issues.id",
  "issues.key",
  "issues.title",
  "issues.state",
  "issues.source_id",
  "issues.url",
  "issues.author_id",
  "issues.labels",
  "issues.type",
  "issues.priority",
  "issues.status",
  "issues.status_category",
  "issues.resolution",
  "issues.milestones",
  "issues.components",
  "issues.created_at",
  "issues.updated_at",
  "issues.closed_at",
  "issues.comments_count",
] as const;
type CardColumn = (typeof CARD_COLUMNS)[number] extends `issues.${infer Name}` ? Name : never;
export type CardRow = Pick<Selectable<IssuesTable>, CardColumn>;

export type PlacedRow = CardRow & { readonly place: Date | string | number };
/** Issues before columns, order and limit are chosen. */
export type FilteredIssues = SelectQueryBuilder<Tables, "issues", object>;

export interface IssuePage {
  readonly sort: IssueSort;
  /** Rows of a page, without the additional row that shows that another page follows. */
  readonly limit: number;
  /** The last row of the previous page; null for the first page. */
  readonly after: ListPosition | null;
}

/** The same issues, collected by id before they are sorted, which is faster for few. */
export const collectFirst = (db: Db, all: FilteredIssues): FilteredIssues =>
  db.selectFrom("issues").where(sql<boolean>`issues.id = any(array(${all.select("issues.id")}))`);

export async function countFilteredIssues(filtered: FilteredIssues): Promise<number> {
  const { count } = await filtered.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** One page of issues, with one more row if another page follows. */
export function listIssuePage(filtered: FilteredIssues, page: IssuePage): Promise<PlacedRow[]> {
  return page.sort === "-similar" ? pageBySimilar(filtered, page) : pageByColumn(filtered, page);
}

/** Different titles in the order of the list, which is that of the database's collation. */
export async function listTitlesInOrder(db: Db, titles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select distinct left(title, ${BEGIN_SQL}) as beginning, title from unnest(${[...titles]}::text[]) as t(title)
    order by 1, 2`.execute(db);
  return rows.map(({ title }) => title);
}

export async function findIssueTitle(db: Db, projectId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("issues")
    .select("title")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.title;
}

async function pageByColumn(filtered: FilteredIssues, { sort, limit, after }: IssuePage): Promise<PlacedRow[]> {
  const { column, direction, type } = ISSUE_ORDERS[sort];
  const value = sql.ref<Date | string | number>(`issues.${column}`);
  // Ids follow the values downwards, as the indexes do, except where those go upwards.
  const idOrder = direction === "desc" && type !== "integer" ? "asc" : direction;
  let page = filtered.select(CARD_COLUMNS).select(value.as("place"));
  // The index of titles has their beginnings.
  if (column === "title") page = page.orderBy(BEGINNING, direction);
  page = page.orderBy(value, direction).orderBy("issues.id", idOrder);
  if (after !== null) {
    const [last, id] = after;
    const place = sql`${last}::${sql.raw(type)}`;
    const beyond = direction === "desc" ? sql`<` : sql`>`;
    const beyondId = idOrder === "desc" ? sql`<` : sql`>`;
    const isBeyond =
      column === "title"
        ? sql<boolean>`(${BEGINNING}, ${value}, issues.id) > (left(${place}, ${BEGIN_SQL}), ${place}, ${id})`
        : sql<boolean>`(${value} ${beyond} ${place} or (${value} = ${place} and issues.id ${beyondId} ${id}))`;
    page = page.where(isBeyond);
    // The index can only be entered by a plain condition.
    if (column !== "title")
      page = page.where(sql<boolean>`${value} ${direction === "desc" ? sql`<=` : sql`>=`} ${place}`);
  }
  return page.limit(limit + 1).execute();
}

/** Issues with similar ones first. One that has not been analysed counts as having none. */
async function pageBySimilar(filtered: FilteredIssues, { limit, after }: IssuePage): Promise<PlacedRow[]> {
  const [similarCount, id] = after ?? [null, ""];
  let rows: PlacedRow[] = [];
  if (similarCount !== 0) {
    let alike = filtered
      .innerJoin("issue_analyses as a", "a.issue_id", "issues.id")
      .whereRef("a.project_id", "=", "issues.project_id")
      .where("a.similar_count", ">", 0)
      .select(CARD_COLUMNS)
      .select("a.similar_count as place")
      .orderBy("a.similar_count", "desc")
      .orderBy("a.issue_id", "desc");
    if (similarCount !== null)
      alike = alike.where(sql<boolean>`(a.similar_count, a.issue_id) < (${similarCount}::integer, ${id})`);
    rows = await alike.limit(limit + 1).execute();
  }
  if (rows.length > limit) return rows;
  let rest = filtered
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("issue_analyses as a")
            .select("a.issue_id")
            .whereRef("a.issue_id", "=", "issues.id")
            .where("a.similar_count", ">", 0),
        ),
      ),
    )
    .select(CARD_COLUMNS)
    .select(sql<number>`0`.as("place"))
    .orderBy("issues.id", "desc");
  if (similarCount === 0) rest = rest.where("issues.id", "<", id);
  return [...rows, ...(await rest.limit(limit + 1 - rows.length).execute())];
}
