/** The list of a project's requests: filters, orders, facets. */
import { type ExpressionBuilder, type SelectQueryBuilder, type Selectable, sql } from "kysely";
import type { QueryOf } from "../../../../contract/endpoints.ts";
import { numberOfAddress } from "../../../../contract/addresses/requestAddress.ts";
import { readPeriod } from "../../../../contract/query/searchPeriod.ts";
import type { Db } from "../../openDb.ts";
import type { ChangeRequestsTable } from "../../schema/requestSchema.ts";
import type { Tables } from "../../schema/schema.ts";
import type { TimeSpan } from "../../timeSpan.ts";
import type { FacetRow } from "../issues/issueFacets.ts";
import type { ListPosition } from "../issues/issuePages.ts";
import { hasMark } from "../issues/itemMarks.ts";
import { notWrittenBy } from "../issues/notWrittenBy.ts";
import { isUnreviewed } from "./unreviewedRequests.ts";

/** The contract's query of the list, with its bots as accounts and its marks folded. */
export interface RequestFilter extends Omit<QueryOf<"listRequests">, "bots"> {
  /** The range of days in `merged`; null without one. */
  readonly mergedSpan: TimeSpan | null;
  /** Accounts whose requests are left out; null: none. */
  readonly notBy: readonly string[] | null;
}
type Builder = ExpressionBuilder<Tables, "change_requests">;
type FilteredRequests = SelectQueryBuilder<Tables, "change_requests", object>;

/** What a card needs of a request: everything but its text. */
export type RequestCardRow = Omit<
  Selectable<ChangeRequestsTable>,
  "body" | "project_id" | "external_id" | "read_version" | "base_hash"
>;
export const REQUEST_COLUMNS = [
  "change_requests.id",
  "change_requests.source_id",
  "change_requests.number",
  "change_requests.key",
  "change_requests.title",
  "change_requests.state",
  "change_requests.is_draft",
  "change_requests.author_id",
  "change_requests.merged_by_id",
  "change_requests.source_branch",
  "change_requests.target_branch",
  "change_requests.head_hash",
  "change_requests.merge_hash",
  "change_requests.url",
  "change_requests.labels",
  "change_requests.is_cut",
  "change_requests.created_at",
  "change_requests.updated_at",
  "change_requests.merged_at",
  "change_requests.closed_at",
  "change_requests.details_at",
] as const;

const MAX_WORDS = 10;

/** The requests that match. Values of one filter are alternatives, filters add up. */
export function filterRequests(db: Db, projectId: string, query: RequestFilter): FilteredRequests {
  let requests = db.selectFrom("change_requests").where("change_requests.project_id", "=", projectId);
  const { state, label, author, reviewer, source, merged, draft, key, waiting, notBy, q = "" } = query;
  if (key !== undefined) requests = requests.where("number", "=", numberOfAddress(key) ?? -1);
  if (state.length > 0) requests = requests.where("state", "in", state);
  if (source.length > 0) requests = requests.where("source_id", "in", source);
  if (draft !== undefined) requests = requests.where("is_draft", "=", draft === "yes");
  if (label.length > 0) requests = requests.where(sql<boolean>`change_requests.labels ?| ${label}::text[]`);
  if (query.mark.length > 0) requests = requests.where(hasMark("request", projectId, query.mark));
  if (author.length > 0)
    requests = requests.where((is) => is("author_id", "in", accountsCalled(is, projectId, author)));
  if (reviewer.length > 0) requests = requests.where((is) => reviewedBy(is, projectId, reviewer));
  if (waiting !== undefined) requests = requests.where(isUnreviewed);
  if (notBy) requests = requests.where(notWrittenBy("change_requests.author_id", notBy));
  if (query.mergedSpan) requests = mergedWithin(requests, query.mergedSpan);
  else if (merged === "yes") requests = requests.where("merged_at", "is not", null);
  else if (merged === "no") requests = requests.where("merged_at", "is", null);
  else if (merged !== undefined) requests = mergedIn(requests, merged);
  for (const word of q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    requests = requests.where(sql<boolean>`(change_requests.key || ' ' || change_requests.title) ilike ${pattern}`);
  }
  return requests;
}

function mergedIn(requests: FilteredRequests, text: string): FilteredRequests {
  const period = readPeriod(text, Date.now());
  if (!period) return requests;
  const to = Number.isFinite(period.to) ? new Date(period.to) : null;
  return mergedWithin(requests, { from: new Date(period.from), to });
}

function mergedWithin(requests: FilteredRequests, { from, to }: TimeSpan): FilteredRequests {
  const later = from ? requests.where("merged_at", ">=", from) : requests;
  return to ? later.where("merged_at", "<", to) : later;
}

const accountsCalled = (is: Builder, projectId: string, logins: readonly string[]) =>
  is
    .selectFrom("accounts")
    .innerJoin("sources", "sources.id", "accounts.source_id")
    .select("accounts.id")
    .where("sources.project_id", "=", projectId)
    .where("accounts.login", "in", [...logins]);

function reviewedBy(is: Builder, projectId: string, reviewers: readonly string[]) {
  const reviews = is.selectFrom("request_reviews").select("request_reviews.request_id");
  const requestedReviews = is
    .selectFrom("request_accounts")
    .select("request_accounts.request_id")
    .where("request_accounts.role", "=", "reviewer");
  const logins = reviewers.filter((login) => login !== "none");
  const people = accountsCalled(is, projectId, logins);
  return is.or([
    ...(logins.length > 0
      ? [
          is("change_requests.id", "in", reviews.where("request_reviews.account_id", "in", people)),
          is("change_requests.id", "in", requestedReviews.where("request_accounts.account_id", "in", people)),
        ]
      : []),
    ...(reviewers.includes("none")
      ? [
          is.and([
            is.not(is.exists(reviews.whereRef("request_reviews.request_id", "=", "change_requests.id"))),
            is.not(is.exists(requestedReviews.whereRef("request_accounts.request_id", "=", "change_requests.id"))),
          ]),
        ]
      : []),
  ]);
}

export async function countFilteredRequests(filtered: FilteredRequests): Promise<number> {
  const { count } = await filtered.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** One page of requests, with one more row if another page follows. Ids follow the order of times upwards. */
export async function listRequestPage(
  filtered: FilteredRequests,
  {
    sort,
    limit,
    after,
  }: { readonly sort: RequestFilter["sort"]; readonly limit: number; readonly after: ListPosition | null },
): Promise<RequestCardRow[]> {
  const column = sort.endsWith("created_at") ? "created_at" : "updated_at";
  const isDescending = sort.startsWith("-");
  const value = sql.ref<Date>(`change_requests.${column}`);
  let page = filtered
    .select(REQUEST_COLUMNS)
    .orderBy(value, isDescending ? "desc" : "asc")
    .orderBy("change_requests.id");
  if (after !== null) {
    const [last, id] = after;
    const place = sql`${last}::timestamptz`;
    const beyond = isDescending ? sql`<` : sql`>`;
    page = page.where(
      sql<boolean>`(${value} ${beyond} ${place} or (${value} = ${place} and change_requests.id > ${id}))`,
    );
  }
  return page.limit(limit + 1).execute();
}

const MAX_VALUES = 100;

/** The values that a project's requests can be narrowed to, the most frequent first, with how many requests have each. */
export async function countRequestFacets(db: Db, projectId: string) {
  const [state, label, author, reviewer] = await Promise.all([
    sql<FacetRow>`select state as value, count(*)::int as count from change_requests where project_id = ${projectId}
      group by 1 order by 2 desc, 1`.execute(db),
    sql<FacetRow>`select label as value, count(*)::int as count from change_requests,
      jsonb_array_elements_text(labels) as label
      where project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<FacetRow>`select login as value, sum(n)::int as count from
      (select author_id, count(*) as n from change_requests where project_id = ${projectId} group by 1) c
      join accounts p on p.id = c.author_id group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
    sql<FacetRow>`select login as value, count(distinct request_id)::int as count from (
        select request_id, account_id from request_reviews
        union select request_id, account_id from request_accounts where role = 'reviewer'
      ) r join change_requests c on c.id = r.request_id join accounts p on p.id = r.account_id
      where c.project_id = ${projectId} group by 1 order by 2 desc, 1 limit ${MAX_VALUES}`.execute(db),
  ]);
  return { state: state.rows, label: label.rows, author: author.rows, reviewer: reviewer.rows };
}

/** A text that changes whenever the requests of a project may have. */
export async function findRequestsDigest(db: Db, projectId: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select concat_ws(' ', count(*), count(details_at), max(updated_at), max(details_at)) as digest
    from change_requests where project_id = ${projectId}`.execute(db);
  return rows[0]?.digest ?? "";
}
