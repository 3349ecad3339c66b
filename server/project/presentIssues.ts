import { issueAddress } from "../../contract/addresses/issueAddress.ts";
import type { Issue, IssueCard, IssueWorkflow } from "../../contract/issues/issues.ts";
import { requestAddress } from "../../contract/addresses/requestAddress.ts";
import type { Db } from "../db/openDb.ts";
import { listAssignmentsOfIssues } from "../db/tables/issues/issueAssignees.ts";
import { listCommentsOfIssue, listEventsOfIssue } from "../db/tables/issues/issueComments.ts";
import { listMarks } from "../db/tables/issues/itemMarks.ts";
import type { CardRow } from "../db/tables/issues/issuePages.ts";
import { type IssueWithBody, listIssuesWithSharedKey } from "../db/tables/issues/issues.ts";
import { listRequestsOfIssue, listRequestsWithSharedNumber } from "../db/tables/requests/requestDetails.ts";
import { findPeople } from "./findPeople.ts";
import { presentMark } from "./presentMark.ts";
import { presentLinks } from "./presentLinks.ts";
import { requestRef } from "./requestRef.ts";

/** Issues as cards, with their people looked up once for all of them. `slug` is the project's. */
export async function presentIssueCards(db: Db, rows: readonly CardRow[], slug: string): Promise<IssueCard[]> {
  const ids = rows.map(({ id }) => id);
  const assigned = await listAssignmentsOfIssues(db, ids);
  const [people, shared] = await Promise.all([
    findPeople(db, [...rows.map((row) => row.author_id), ...assigned.map((row) => row.account_id)]),
    listIssuesWithSharedKey(db, ids),
  ]);
  const assignees = Map.groupBy(assigned, (row) => row.issue_id);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    address: issueAddress(row, shared.has(row.id)),
    title: row.title,
    state: row.state,
    project: slug,
    tracker: row.source_id,
    url: row.url,
    author: (row.author_id !== null && people.get(row.author_id)) || null,
    assignees: (assignees.get(row.id) ?? []).flatMap(({ account_id }) => people.get(account_id) ?? []),
    labels: row.labels,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    comments: row.comments_count,
  }));
}

/** The workflow of a row of the list. */
export const presentWorkflow = (row: CardRow): IssueWorkflow => ({
  status: row.status === null ? null : { name: row.status, category: row.status_category },
  tracker_type: row.type,
  priority: row.priority,
  resolution: row.resolution,
  milestones: row.milestones,
  components: row.components,
});

/** Events of the timeline of an issue: the newest. */
const MAX_TIMELINE_EVENTS = 500;
/** What names the issue elsewhere; requests, commits and links have these. */
const REFERENCE_TYPES = ["mentioned", "referenced"];
/** Their details name issues of other projects, which the reader may not be allowed to see. */
const TYPES_WITH_ELSEWHERE: ReadonlySet<string> = new Set([
  "duplicate",
  "marked_as_duplicate",
  "unmarked_as_duplicate",
  "moved",
  "transferred",
]);

/** One issue with its text and its comments, oldest first. */
export async function presentIssue(db: Db, row: IssueWithBody, slug: string): Promise<Issue> {
  const [card] = await presentIssueCards(db, [row], slug);
  if (!card) throw new Error("A row makes a card.");
  const [comments, events, requests, links, marks] = await Promise.all([
    listCommentsOfIssue(db, row.id),
    listEventsOfIssue(db, row.id, { limit: MAX_TIMELINE_EVENTS, without: REFERENCE_TYPES }),
    listRequestsOfIssue(db, row.id),
    presentLinks(db, row),
    listMarks(db, { kind: "issue", id: row.id }),
  ]);
  const [people, shared] = await Promise.all([
    findPeople(db, [...comments.map(({ author_id: author }) => author), ...events.map(({ actor_id: actor }) => actor)]),
    listRequestsWithSharedNumber(
      db,
      requests.map(({ id }) => id),
    ),
  ]);
  const { created_at, closed_at, author } = card;
  return {
    ...card,
    ...presentWorkflow(row),
    marks: marks.map(presentMark),
    facts: row.facts ?? {},
    ...links,
    requests: requests.map(({ how, ...request }) => ({
      request: requestRef({ ...request, address: requestAddress(request, shared.has(request.id)) }),
      how,
    })),
    body: row.body,
    comment_list: comments.map((comment) => ({
      id: comment.id,
      author: (comment.author_id !== null && people.get(comment.author_id)) || null,
      body: comment.body,
      created_at: comment.created_at.toISOString(),
      url: comment.url,
    })),
    timeline: [
      { id: `${row.id}:opened`, type: "opened", actor: author, created_at, detail: null },
      ...events.map(({ id, type, actor_id: actor, detail, created_at: at }) => ({
        id,
        type,
        actor: (actor !== null && people.get(actor)) || null,
        created_at: at.toISOString(),
        detail: TYPES_WITH_ELSEWHERE.has(type) ? null : detail,
      })),
      // A host that lists no events, and one whose events are not read yet.
      ...(closed_at === null || events.some(({ type }) => type === "closed" || type === "status")
        ? []
        : [{ id: `${row.id}:closed`, type: "closed", actor: null, created_at: closed_at, detail: null }]),
    ].toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
  };
}
