import type { CommitSummary } from "../../../contract/code/commits.ts";
import type { ChangeRequest, RequestCommit, RequestEntry, RequestPage } from "../../../contract/requests/requests.ts";
import type { QueryOf } from "../../../contract/endpoints.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import {
  type RequestWithBody,
  listCommitsByHashes,
  listIssuesOfRequest,
  listRequestChecks,
  listRequestComments,
  listRequestCommits,
  listRequestEvents,
  listReviews,
} from "../../db/tables/requests/requestDetails.ts";
import { countFilteredRequests, filterRequests, listRequestPage } from "../../db/tables/requests/requestPages.ts";
import { TimePosition, decodeCursor, encodeCursor } from "../../cursor.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import { shortName, shortSubject } from "../../git/commitText.ts";
import { normalizeProse } from "../../index/text/normalizeText.ts";
import { botAccountsOf } from "../../project/botAccounts.ts";
import { personOfAuthor } from "../../project/personOfAuthor.ts";
import { findPeople } from "../../project/findPeople.ts";
import { companySpans } from "../../project/companySpans.ts";
import {
  type RequestCommentRow,
  type PeopleById,
  personOfAccount,
  presentComment,
  presentRequestCards,
  presentThread,
} from "./present.ts";

/**
 * One page of a project's requests, with keyset pagination.
 * @throws Invalid for a cursor that no page returned
 */
export async function findRequests(
  db: Db,
  project: Pick<ProjectAccess, "id" | "slug" | "companyId">,
  query: QueryOf<"listRequests">,
): Promise<Omit<RequestPage, "facets">> {
  const { sort, limit, cursor, merged, bots } = query;
  const after = decodeCursor(TimePosition, cursor);
  const [spans, notBy] = await Promise.all([
    // One day alone is a date as in a search, which is in UTC.
    companySpans(db, project, { merged: merged?.includes("..") ? merged : undefined }),
    bots === undefined ? null : botAccountsOf(db, project.id),
  ]);
  const filter = { ...query, mark: query.mark.map(normalizeProse), mergedSpan: spans.merged ?? null, notBy };
  const [count, rows] = await Promise.all([
    countFilteredRequests(filterRequests(db, project.id, filter)),
    listRequestPage(filterRequests(db, project.id, filter), { sort, limit, after }),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const place = sort.endsWith("created_at") ? last?.created_at : last?.updated_at;
  return {
    count,
    next: last && place ? encodeCursor([place.toISOString(), last.id]) : null,
    results: await presentRequestCards(db, shown, project.slug),
  };
}

/** One request with its timeline, the issues that it belongs to, and its checks. */
export async function presentRequest(
  db: Db,
  project: { readonly id: string; readonly slug: string },
  row: RequestWithBody,
): Promise<ChangeRequest> {
  const [card] = await presentRequestCards(db, [row], project.slug);
  if (!card) throw new Error("A row makes a card.");
  const [comments, reviews, commits, events, checks, issues] = await Promise.all([
    listRequestComments(db, row.id),
    listReviews(db, [row.id]),
    listRequestCommits(db, row.id),
    listRequestEvents(db, row.id),
    listRequestChecks(db, row.id),
    listIssuesOfRequest(db, row.id),
  ]);
  const hashes = [...commits.map(({ hash }) => hash), row.merge_hash].filter((hash) => hash !== null);
  const [people, indexedCommits, shared] = await Promise.all([
    findPeople(db, [
      row.merged_by_id,
      row.author_id,
      ...comments.map(({ author_id: id }) => id),
      ...reviews.map(({ account_id: id }) => id),
      ...events.map(({ actor_id: id }) => id),
    ]),
    knownCommits(db, project.id, hashes),
    listIssuesWithSharedKey(
      db,
      issues.map(({ id }) => id),
    ),
  ]);
  const timeline = timelineOf(row, people, {
    comments,
    reviews,
    events,
    commits: commits.map((commit) => ({
      hash: commit.hash,
      title: shortSubject(commit.title),
      author: shortName(commit.author),
      at: commit.authored_at?.toISOString() ?? null,
      commit: indexedCommits.get(commit.hash) ?? null,
    })),
  });
  const { merge_hash: merged } = row;
  return {
    ...card,
    body: row.body,
    is_detailed: row.details_at !== null,
    is_cut: row.is_cut,
    merged_by: personOfAccount(people, row.merged_by_id),
    head_hash: row.head_hash,
    merge: merged === null ? null : { hash: merged, commit: indexedCommits.get(merged) ?? null },
    check_list: checks.map(({ name, state, url, at }) => ({ name, state, url, at: at?.toISOString() ?? null })),
    issues: issues.map(({ how, ...issue }) => {
      const { id, key, title, state } = issue;
      return { issue: { id, key, address: issueAddress(issue, shared.has(issue.id)), title, state }, how };
    }),
    timeline,
  };
}

/** Commits of the project's repositories by their hashes. */
async function knownCommits(db: Db, projectId: string, hashes: readonly string[]): Promise<Map<string, CommitSummary>> {
  const rows = await listCommitsByHashes(db, projectId, hashes);
  return new Map(
    rows.map(({ source, hash, at, title, ...author }) => [
      hash,
      {
        repository: source,
        hash,
        title: shortSubject(title),
        at: at.toISOString(),
        author: shortName(author.author),
        person: personOfAuthor(author),
      },
    ]),
  );
}

interface Parts {
  readonly comments: readonly RequestCommentRow[];
  readonly reviews: Awaited<ReturnType<typeof listReviews>>;
  readonly events: Awaited<ReturnType<typeof listRequestEvents>>;
  readonly commits: readonly RequestCommit[];
}

/** Everything that happened, the oldest first. */
function timelineOf(row: RequestWithBody, people: PeopleById, parts: Parts): RequestEntry[] {
  const event = (
    type: string,
    at: Date | string,
    actor: string | null,
    detail: string | null,
    id = `${row.id}:${type}`,
  ) => ({
    kind: "event" as const,
    id,
    at: new Date(at).toISOString(),
    type,
    actor: personOfAccount(people, actor),
    detail,
  });
  const events = parts.events.map((storedEvent) =>
    event(storedEvent.type, storedEvent.created_at, storedEvent.actor_id, storedEvent.detail, storedEvent.id),
  );
  const has = (type: string): boolean => events.some((item) => item.type === type);
  return [
    event("opened", row.created_at, row.author_id, null),
    // A host that reports a merge as a closing too.
    ...events.filter(({ type, at }) => type !== "closed" || !isMergedAt(row, at)),
    // A host without events, and details that are not read yet.
    ...(row.merged_at && !has("merged") ? [event("merged", row.merged_at, row.merged_by_id, null)] : []),
    ...(row.state === "closed" && row.closed_at && !has("closed") ? [event("closed", row.closed_at, null, null)] : []),
    ...commitEntries(row, parts.commits),
    ...reviewEntries(people, parts.reviews),
    ...commentEntries(people, parts.comments),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
}

/** Time between the two reports of one merge, in milliseconds. */
const SAME_MERGE_MS = 5000;
const isMergedAt = ({ merged_at: merged }: Pick<RequestWithBody, "merged_at">, at: string): boolean =>
  merged !== null && Math.abs(merged.getTime() - Date.parse(at)) < SAME_MERGE_MS;

/** Commits in groups by day; those made before the request was opened are a part of its opening. */
function commitEntries(row: RequestWithBody, commits: readonly RequestCommit[]): RequestEntry[] {
  const opened = row.created_at.toISOString();
  const groups = Map.groupBy(commits, ({ at }) => (at === null || at <= opened ? "" : at.slice(0, 10)));
  return [...groups].map(([day, group]) => ({
    kind: "commits",
    id: `${row.id}:commits:${day}`,
    at: day === "" ? opened : (group.at(-1)?.at ?? opened),
    commits: group,
  }));
}

/** A review that says nothing of its own is its comments. */
const reviewEntries = (people: PeopleById, reviews: Parts["reviews"]): RequestEntry[] =>
  reviews
    .filter(({ state, body }) => state !== "commented" || body.trim() !== "")
    .map((review) => ({
      kind: "review",
      id: review.id,
      at: review.submitted_at.toISOString(),
      state: review.state,
      actor: personOfAccount(people, review.account_id),
      body: review.body,
      url: review.url,
    }));

function commentEntries(people: PeopleById, comments: readonly RequestCommentRow[]): RequestEntry[] {
  const groups = Map.groupBy(comments, ({ thread, path, id }) =>
    path === null && thread === null ? id : (thread ?? id),
  );
  return [...groups.values()].flatMap((group): RequestEntry[] => {
    const first = group.find(({ reply_to: parent }) => parent === null) ?? group[0];
    if (!first) return [];
    const { path } = first;
    const at = first.created_at.toISOString();
    if (path !== null)
      return [{ kind: "thread", id: first.id, at, thread: presentThread(people, { ...first, path }, group) }];
    return group.map((row) => ({
      kind: "comment",
      id: row.id,
      at: row.created_at.toISOString(),
      comment: presentComment(people, row),
    }));
  });
}
