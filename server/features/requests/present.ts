import type { Person } from "../../../contract/fieldSchemas.ts";
import { requestAddress } from "../../../contract/addresses/requestAddress.ts";
import type { RequestCard, RequestComment, ReviewThread } from "../../../contract/requests/requests.ts";
import type { Db } from "../../db/openDb.ts";
import { listMarksOfItems } from "../../db/tables/issues/itemMarks.ts";
import {
  type listRequestComments,
  listRequestCounts,
  listRequestPeople,
  listRequestsWithSharedNumber,
  listReviews,
} from "../../db/tables/requests/requestDetails.ts";
import type { RequestCardRow } from "../../db/tables/requests/requestPages.ts";
import { presentMark } from "../../project/presentMark.ts";
import { findPeople } from "../../project/findPeople.ts";

/** Accounts by their ids. */
export type PeopleById = ReadonlyMap<string, Person>;

export const personOfAccount = (people: PeopleById, id: string | null): Person | null =>
  (id !== null && people.get(id)) || null;

/** Requests as cards, with their people looked up once for all of them. `slug` is the project's. */
export async function presentRequestCards(
  db: Db,
  rows: readonly RequestCardRow[],
  slug: string,
): Promise<RequestCard[]> {
  const ids = rows.map(({ id }) => id);
  const [roles, reviews, counts, shared, marks] = await Promise.all([
    listRequestPeople(db, ids),
    listReviews(db, ids),
    listRequestCounts(db, ids),
    listRequestsWithSharedNumber(db, ids),
    listMarksOfItems(db, "request", ids),
  ]);
  const people = await findPeople(db, [
    ...rows.map((row) => row.author_id),
    ...roles.map((row) => row.account_id),
    ...reviews.map((row) => row.account_id),
  ]);
  const countsOf = new Map(counts.map((row) => [row.id, row]));
  const rolesOf = Map.groupBy(roles, (row) => row.request_id);
  const reviewsOf = Map.groupBy(reviews, (row) => row.request_id);
  return rows.map((row) => {
    const requestRoles = rolesOf.get(row.id) ?? [];
    return {
      id: row.id,
      key: row.key,
      address: requestAddress(row, shared.has(row.id)),
      title: row.title,
      state: row.state,
      is_draft: row.is_draft,
      project: slug,
      source: row.source_id,
      url: row.url,
      author: personOfAccount(people, row.author_id),
      assignees: requestRoles.flatMap((role) => (role.role === "assignee" ? (people.get(role.account_id) ?? []) : [])),
      reviewers: reviewersOf(
        people,
        requestRoles.flatMap((role) => (role.role === "reviewer" ? [role.account_id] : [])),
        reviewsOf.get(row.id) ?? [],
      ),
      labels: row.labels,
      marks: (marks.get(row.id) ?? []).map(presentMark),
      source_branch: row.source_branch,
      target_branch: row.target_branch,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      merged_at: row.merged_at?.toISOString() ?? null,
      closed_at: row.closed_at?.toISOString() ?? null,
      comments: countsOf.get(row.id)?.comments ?? 0,
      checks: countsOf.get(row.id)?.checks ?? null,
    };
  });
}

type ReviewRow = Awaited<ReturnType<typeof listReviews>>[number];

/** A later comment does not take an approval back; only another verdict does. */
function reviewersOf(
  people: PeopleById,
  reviewers: readonly string[],
  reviews: readonly ReviewRow[],
): RequestCard["reviewers"] {
  const states = new Map<string, ReviewRow["state"] | null>(reviewers.map((id) => [id, null]));
  for (const { account_id: id, state } of reviews) {
    if (id === null) continue;
    const before = states.get(id) ?? null;
    states.set(id, state === "commented" && before !== null ? before : state);
  }
  return [...states].flatMap(([id, state]) => {
    const person = people.get(id);
    return person ? [{ person, state }] : [];
  });
}

export type RequestCommentRow = Awaited<ReturnType<typeof listRequestComments>>[number];

export const presentComment = (people: PeopleById, row: RequestCommentRow): RequestComment => ({
  id: row.id,
  author: personOfAccount(people, row.author_id),
  body: row.body,
  created_at: row.created_at.toISOString(),
  url: row.url,
});

/** Comments of one discussion at a line, the oldest first. @param first the one that has the place */
export const presentThread = (
  people: PeopleById,
  first: RequestCommentRow & { readonly path: string },
  comments: readonly RequestCommentRow[],
): ReviewThread => ({
  id: first.id,
  path: first.path,
  side: first.side ?? "new",
  line: first.line,
  start_line: first.start_line,
  commit: first.commit_hash,
  hunk: first.hunk,
  is_outdated: first.is_outdated,
  is_resolved: first.is_resolved,
  comments: comments.map((comment) => presentComment(people, comment)),
});
