import { DAY_MS } from "../../../contract/durations.ts";
import { type ExpressionBuilder, type SelectQueryBuilder, type Selectable, sql } from "kysely";
import { ISSUE_AGES, type ISSUE_SORTS } from "../../../contract/constants.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { Db } from "../../db/openDb.ts";
import type { IssuesTable } from "../../db/sourceTables.ts";
import type { Tables } from "../../db/tables.ts";
import { MAX_MATCHES, type FoundWords, findWords } from "./findWords.ts";
import { type Place, type SortType, readCursor, writeCursor } from "./issueCursor.ts";

/** The contract's query of the list. */
export type IssueFilter = QueryOf<"listIssues">;
type Sort = (typeof ISSUE_SORTS)[number];
type Column = "updated_at" | "created_at" | "comments_count" | "title" | "similar_count";

const SORTS: Record<Sort, { column: Column; direction: "asc" | "desc"; type: SortType }> = {
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
  "issues.created_at",
  "issues.updated_at",
  "issues.closed_at",
  "issues.comments_count",
] as const;
type CardColumn = (typeof CARD_COLUMNS)[number] extends `issues.${infer Name}` ? Name : never;
export type CardRow = Pick<Selectable<IssuesTable>, CardColumn>;

export interface FoundIssues {
  readonly rows: readonly CardRow[];
  /** How many fit the filter altogether. */
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
  const words = await findWords(db, projectId, query.q ?? "");
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, SORTS[query.sort].type);
  const find = query.sort === "-similar" ? pageBySimilar : pageByColumn;
  const all = narrow(db, projectId, query, words?.fitsAll);
  const counting = words && !isNarrowed(query) ? words.count() : countIssues(all);
  const paging = (): Promise<PlacedRow[]> => find(narrow(db, projectId, query, words?.fits), query, cursor);
  // The order's index would be read to its end in search of a full page: few are found first and sorted then. A state alone has many.
  const [count, rows] = isNarrowed({ ...query, state: [] })
    ? await counting.then(
        async (n) =>
          [n, n === 0 ? [] : await (n <= MAX_MATCHES ? find(fewOf(db, all), query, cursor) : paging())] as const,
      )
    : await Promise.all([counting, paging()]);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return { rows: shown, count, next: last ? writeCursor([placeOf(last.place), last.id]) : null };
}

type PlacedRow = CardRow & { readonly place: Date | string | number };
type Filtered = SelectQueryBuilder<Tables, "issues", object>;

const fewOf = (db: Db, all: Filtered): Filtered =>
  db.selectFrom("issues").where(sql<boolean>`issues.id = any(array(${all.select("issues.id")}))`);

async function pageByColumn(filtered: Filtered, query: IssueFilter, cursor: Place | null): Promise<PlacedRow[]> {
  const { column, direction, type } = SORTS[query.sort];
  const value = sql.ref<Date | string | number>(`issues.${column}`);
  // Ids follow the values downwards, as the indexes do, except where those go upwards.
  const idOrder = direction === "desc" && type !== "integer" ? "asc" : direction;
  let page = filtered.select(CARD_COLUMNS).select(value.as("place"));
  // The index of titles has their beginnings.
  if (column === "title") page = page.orderBy(BEGINNING, direction);
  page = page.orderBy(value, direction).orderBy("issues.id", idOrder);
  if (cursor !== null) {
    const [last, id] = cursor;
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
  return page.limit(query.limit + 1).execute();
}

/** Those with similar ones first. An issue that has not been looked at has none that anybody knows of. */
async function pageBySimilar(filtered: Filtered, query: IssueFilter, cursor: Place | null): Promise<PlacedRow[]> {
  const [most, id] = cursor ?? [null, ""];
  let rows: PlacedRow[] = [];
  if (most !== 0) {
    let alike = filtered
      .innerJoin("issue_analyses as a", "a.issue_id", "issues.id")
      .whereRef("a.project_id", "=", "issues.project_id")
      .where("a.similar_count", ">", 0)
      .select(CARD_COLUMNS)
      .select("a.similar_count as place")
      .orderBy("a.similar_count", "desc")
      .orderBy("a.issue_id", "desc");
    if (most !== null) alike = alike.where(sql<boolean>`(a.similar_count, a.issue_id) < (${most}::integer, ${id})`);
    rows = await alike.limit(query.limit + 1).execute();
  }
  if (rows.length > query.limit) return rows;
  let others = filtered
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
  if (most === 0) others = others.where("issues.id", "<", id);
  return [...rows, ...(await others.limit(query.limit + 1 - rows.length).execute())];
}

const placeOf = (value: Date | string | number): string | number =>
  value instanceof Date ? value.toISOString() : value;

async function countIssues(filtered: Filtered): Promise<number> {
  const { count } = await filtered.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

type Builder = ExpressionBuilder<Tables, "issues">;

/** The issues that fit. Values of one filter are alternatives, filters add up. */
function narrow(db: Db, projectId: string, query: IssueFilter, words: FoundWords["fits"] | undefined): Filtered {
  let issues = db.selectFrom("issues").where("issues.project_id", "=", projectId);
  const { state, label, assignee, author, tracker, type, age } = query;
  if (state.length === 1) issues = issues.where("issues.state", "in", state);
  if (tracker.length > 0) issues = issues.where("issues.source_id", "in", tracker);
  if (label.length > 0) issues = issues.where(sql<boolean>`issues.labels ?| ${label}::text[]`);
  if (author.length > 0)
    issues = issues.where((is) => is("issues.author_id", "in", peopleCalled(is, projectId, author)));
  if (assignee.length > 0) issues = issues.where((is) => assignedTo(is, projectId, assignee));
  if (type.length > 0) {
    issues = issues.where((is) =>
      is(
        "issues.id",
        "in",
        is
          .selectFrom("issue_analyses")
          .select("issue_analyses.issue_id")
          .where("issue_analyses.project_id", "=", projectId)
          .where("issue_analyses.type", "in", type),
      ),
    );
  }
  if (age !== undefined) {
    const [least, most] = ISSUE_AGES[age];
    const now = Date.now();
    issues = issues.where("issues.created_at", "<=", new Date(now - least * DAY_MS));
    if (most !== null) issues = issues.where("issues.created_at", ">", new Date(now - most * DAY_MS));
  }
  if (words) issues = issues.where(words);
  return issues;
}

const isNarrowed = ({ state, label, assignee, author, tracker, type, age }: IssueFilter): boolean =>
  state.length === 1 ||
  age !== undefined ||
  [label, assignee, author, tracker, type].some((values) => values.length > 0);

function peopleCalled(is: Builder, projectId: string, logins: readonly string[]) {
  return is
    .selectFrom("people")
    .innerJoin("sources", "sources.id", "people.source_id")
    .select("people.id")
    .where("sources.project_id", "=", projectId)
    .where("people.login", "in", [...logins]);
}

function assignedTo(is: Builder, projectId: string, assignees: readonly string[]) {
  const logins = assignees.filter((login) => login !== "none");
  const of = is.selectFrom("issue_assignees").select("issue_assignees.issue_id");
  return is.or([
    ...(logins.length > 0
      ? [is("issues.id", "in", of.where("person_id", "in", peopleCalled(is, projectId, logins)))]
      : []),
    ...(assignees.includes("none")
      ? [is.not(is.exists(of.whereRef("issue_assignees.issue_id", "=", "issues.id")))]
      : []),
  ]);
}
