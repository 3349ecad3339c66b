/** The details of a pull request by GraphQL, in the form in which REST gives them. */
import type { z } from "zod";
import type { RequestCheck, RequestComment, RequestDetails, RequestEvent } from "../../connector/requestTypes.ts";
import type { GroupActor, GroupCheck, GroupItem, GroupRequest, GroupThread } from "./githubGroupQuery.ts";
import { checksOfRuns, checksOfStatus, commentOf, eventOf, lineCommentOf, reviewOf } from "./githubRequestRows.ts";
import type { User } from "./githubRows.ts";

/** Null where a list has more rows than were read, or the answer lacks a part. */
export function detailsOfGroup(row: GroupRequest, isOpen: boolean): RequestDetails | null {
  const { reviews, files, commits, reviewThreads: threads, timelineItems: timeline } = row;
  if (!reviews || !commits || !threads || !timeline) return null;
  const lists = [
    reviews,
    commits,
    threads,
    timeline,
    ...(files ? [files] : []),
    ...nodesOf(threads).map(({ comments }) => comments),
  ];
  if (lists.some((list) => !list || list.pageInfo.hasNextPage)) return null;
  const checks = isOpen ? checksOf(row) : null;
  if (isOpen && checks === null) return null;
  const items = nodesOf(timeline);
  return {
    reviews: nodesOf(reviews).flatMap((review) => {
      if (!review.databaseId) return [];
      const { databaseId: id, body, state, url, submittedAt, commit, author } = review;
      return (
        reviewOf({
          id,
          body,
          state,
          user: userOf(author),
          html_url: url,
          submitted_at: submittedAt,
          commit_id: commit?.oid,
        }) ?? []
      );
    }),
    files: nodesOf(files).map(({ path, additions, deletions }) => ({
      path,
      additions: additions ?? null,
      deletions: deletions ?? null,
    })),
    comments: [...items.flatMap((item) => conversationOf(item) ?? []), ...nodesOf(threads).flatMap(lineCommentsOf)],
    commits: nodesOf(commits).map(({ commit }) => ({
      hash: commit.oid,
      title: commit.messageHeadline ?? "",
      author: commit.author?.name ?? "",
      authoredAt: commit.author?.date ? new Date(commit.author.date) : null,
    })),
    events: items.flatMap((item) => changeOf(item) ?? []),
    checks,
    isCut: false,
  };
}

interface List<T> {
  readonly nodes?: readonly (T | null)[] | null | undefined;
}
const nodesOf = <T>(list: List<T> | null | undefined): T[] => (list?.nodes ?? []).filter((node) => node !== null);

/** REST names an app with a suffix. A deleted account has no number. */
function userOf(actor: z.infer<typeof GroupActor>): z.infer<typeof User> | null {
  if (!actor?.databaseId) return null;
  const isBot = actor.__typename === "Bot";
  const login = isBot && !actor.login.endsWith("[bot]") ? `${actor.login}[bot]` : actor.login;
  return { id: actor.databaseId, login, type: actor.__typename, avatar_url: actor.avatarUrl };
}

/** The answers of a thread refer to its first comment. */
function lineCommentsOf({ comments, isResolved, diffSide }: z.infer<typeof GroupThread>): RequestComment[] {
  const rows = nodesOf(comments).filter(({ databaseId }) => databaseId);
  const first = rows[0]?.databaseId;
  const resolved = new Map(first ? [[String(first), isResolved]] : []);
  return rows.map((row) =>
    lineCommentOf(
      {
        id: row.databaseId ?? 0,
        pull_request_review_id: row.pullRequestReview?.databaseId,
        in_reply_to_id: row.databaseId === first ? null : first,
        user: userOf(row.author),
        body: row.body,
        path: row.path,
        line: row.outdated ? null : row.line,
        original_line: row.originalLine,
        start_line: row.startLine,
        original_start_line: row.originalStartLine,
        side: diffSide,
        subject_type: row.subjectType?.toLowerCase(),
        commit_id: row.commit?.oid,
        original_commit_id: row.originalCommit?.oid,
        diff_hunk: row.diffHunk,
        html_url: row.url,
        created_at: row.createdAt,
        updated_at: row.updatedAt,
      },
      resolved,
    ),
  );
}

type Item = z.infer<typeof GroupItem>;

const conversationOf = (item: Item): RequestComment | null =>
  item.__typename === "IssueComment" && item.databaseId
    ? commentOf({
        event: "commented",
        id: item.databaseId,
        user: userOf(item.author),
        body: item.body,
        html_url: item.url ?? null,
        created_at: item.createdAt,
        updated_at: item.updatedAt,
      })
    : null;

/** Names of REST that are not those of GraphQL in other letters. */
const REST_NAMES: Readonly<Record<string, string>> = {
  RenamedTitleEvent: "renamed",
};

function changeOf(item: Item): RequestEvent | null {
  if (!item.id) return null;
  const name = item.__typename.replace(/Event$/, "").replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_");
  const { previousTitle: from, currentTitle: to } = item;
  const event = eventOf({
    event: REST_NAMES[item.__typename] ?? name.toLowerCase(),
    // The number of REST is not in GraphQL; the id takes its place below.
    id: 1,
    actor: userOf(item.actor),
    created_at: item.createdAt,
    html_url: null,
    commit_id: item.commit?.oid,
    label: item.label ? { name: item.label.name } : null,
    rename: typeof from === "string" && typeof to === "string" ? { from, to } : null,
    milestone: item.milestoneTitle ? { title: item.milestoneTitle } : null,
    dismissed_review: { dismissal_message: item.dismissalMessage },
  });
  const person = item.requestedReviewer?.login ?? item.requestedReviewer?.name ?? item.assignee?.login;
  return event && { ...event, externalId: item.id, detail: event.detail ?? person ?? null };
}

/** Null where they are those of another commit, more than were read, or cannot be read. */
function checksOf({ last, headRefOid }: GroupRequest): RequestCheck[] | null {
  const commit = nodesOf(last)[0]?.commit;
  if (!commit || (headRefOid && commit.oid !== headRefOid)) return null;
  if (!commit.statusCheckRollup) return [];
  const { contexts } = commit.statusCheckRollup;
  if (!contexts || contexts.pageInfo.hasNextPage) return null;
  return nodesOf(contexts).flatMap(checkOf);
}

const checkOf = (check: z.infer<typeof GroupCheck>): RequestCheck[] =>
  check.__typename === "StatusContext"
    ? checksOfStatus({
        statuses: [
          {
            context: check.context ?? "",
            // A context that is expected has not been reported yet.
            state: check.state === "EXPECTED" ? "pending" : (check.state ?? "").toLowerCase(),
            target_url: check.targetUrl ?? null,
            updated_at: check.createdAt,
          },
        ],
      })
    : checksOfRuns({
        check_runs: [
          {
            name: check.name ?? "",
            status: check.status?.toLowerCase(),
            conclusion: check.conclusion?.toLowerCase(),
            html_url: check.detailsUrl ?? null,
            started_at: check.startedAt,
            completed_at: check.completedAt,
          },
        ],
      });
