import { mapConcurrent } from "../../../concurrency.ts";
import type { LeftOutItem } from "../../connector/connectorTypes.ts";
import type { TrackerPage } from "../../connector/trackerTypes.ts";
import { SourceError } from "../../SourceError.ts";
import { restrictedComment, restrictedIssue } from "../../connector/restrictedText.ts";
import { ThreadRoom } from "../../rest/listBounds.ts";
import type { JiraApi } from "./jiraApi.ts";
import type { JiraPlace } from "./jiraWorkflow.ts";
import {
  CommentRow,
  HistoryRow,
  IssueRow,
  commentOf,
  eventsOf,
  hiddenAs,
  isSecured,
  issueOf,
  timeOf,
} from "./jiraRows.ts";

const CONCURRENCY = 4;

/** An issue with all its comments and changes. */
interface Thread {
  readonly row: IssueRow;
  readonly comments: readonly CommentRow[];
  readonly changes: readonly HistoryRow[];
}

export interface ThreadOptions extends JiraPlace {
  /** Gives the texts of restricted items too. */
  readonly readsRestricted: boolean;
}

type WholeIssues = Required<
  Pick<TrackerPage, "issues" | "comments" | "wholeThreads" | "cutThreads" | "events" | "leftOut">
> & {
  /** The times at which the omitted issues changed: the read by time continues after them. */
  readonly securedAt: readonly { readonly updatedAt: Date }[];
};

/** Rows of a search with all their comments and changes: the search shows only the first of many. */
export async function wholeIssues(
  api: JiraApi,
  options: ThreadOptions,
  rows: readonly unknown[],
  signal: AbortSignal,
): Promise<WholeIssues> {
  const { site, readsRestricted } = options;
  const listed = api.client.rows(IssueRow, rows);
  const room = new ThreadRoom();
  const read = await mapConcurrent(listed, CONCURRENCY, async (row) =>
    isSecured(row.fields) && !readsRestricted ? null : readThread(api, row, room, signal),
  );
  const threads = read.filter((thread) => thread !== null);
  const open = threads
    .filter(({ row }) => !isSecured(row.fields))
    .map((thread) => ({ ...thread, shown: thread.comments.filter((comment) => hiddenAs(comment) === null) }));
  const secured = listed.filter(({ fields }) => isSecured(fields));
  return {
    leftOut: [...securedIssues(secured, threads, options), ...hiddenComments(open, options)],
    securedAt: secured.map(({ fields }) => ({ updatedAt: timeOf(fields.updated) })),
    issues: open.map(({ row, shown }) => issueOf(row, options, shown.length)),
    comments: open.flatMap(({ row, shown }) => shown.map((comment) => commentOf(row, site, comment))),
    wholeThreads: open.map(({ row }) => row.key).filter((key) => !room.cut.includes(key)),
    cutThreads: [...new Set(room.cut)],
    events: open.flatMap(({ row, changes }) => eventsOf(row, changes)),
  };
}

/**
 * Null for an issue that was deleted meanwhile. The token is checked first: Jira answers an expired one as if the issue did not
 * exist.
 */
async function readThread(
  { client, ...api }: JiraApi,
  row: IssueRow,
  room: ThreadRoom,
  signal: AbortSignal,
): Promise<Thread | null> {
  // What the search omits or truncates is requested separately.
  const comments = row.fields.comment?.comments;
  const changes = row.changelog?.histories;
  const key = isSecured(row.fields) ? null : row.key;
  try {
    return {
      row,
      comments:
        !comments || (row.fields.comment?.total ?? comments.length) > comments.length
          ? client.rows(CommentRow, await api.comments(row.id, room.begin(key), signal))
          : comments,
      changes:
        !changes || (row.changelog?.total ?? changes.length) > changes.length
          ? client.rows(HistoryRow, await api.changes(row.id, room.begin(key), signal))
          : changes,
    };
  } catch (error) {
    if (!(error instanceof SourceError) || (error.code !== "not_found" && error.code !== "gone")) throw error;
    if (client.context.hasCredential) await client.get("/myself", "account", signal);
    return null;
  }
}

/** @param threads of the issues whose texts were read */
function securedIssues(
  secured: readonly IssueRow[],
  threads: readonly Thread[],
  options: ThreadOptions,
): LeftOutItem[] {
  const byId = new Map(threads.map((thread) => [thread.row.id, thread]));
  return secured.map(({ id }): LeftOutItem => {
    const thread = byId.get(id);
    if (!thread) return { kind: "secured_issue", externalId: id };
    const { row, comments } = thread;
    const text = restrictedIssue(
      issueOf(row, options, comments.length),
      comments.map((comment) => commentOf(row, options.site, comment)),
    );
    return { kind: "secured_issue", externalId: id, text };
  });
}

/** Comments that only a role or group may read, of issues that are not secured. */
const hiddenComments = (threads: readonly Thread[], options: ThreadOptions): LeftOutItem[] =>
  threads.flatMap(({ row, comments }) =>
    comments.flatMap((comment): LeftOutItem[] => {
      const kind = hiddenAs(comment);
      if (kind === null) return [];
      const item = { kind, externalId: comment.id, parentId: row.id };
      if (!options.readsRestricted) return [item];
      return [{ ...item, text: restrictedComment(issueOf(row, options, 0), commentOf(row, options.site, comment)) }];
    }),
  );
