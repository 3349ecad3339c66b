/** The rows of one pull request's reviews, comments, timeline and checks, and what they are here. */
import { z } from "zod";
import { HostNumber, HostTime, HostUrl } from "../../rest/hostFields.ts";
import type {
  RequestCheck,
  RequestComment,
  RequestCommit,
  RequestEvent,
  RequestReview,
} from "../../connector/requestTypes.ts";
import { User, personOf } from "./githubRows.ts";

const Id = z.union([z.number(), z.bigint()]);

export const ReviewRow = z.object({
  id: Id,
  user: User.nullish(),
  state: z.string(),
  body: z.string().nullish(),
  html_url: HostUrl,
  commit_id: z.string().nullish(),
  submitted_at: HostTime.nullish(),
});
type ReviewRow = z.infer<typeof ReviewRow>;

export const FileRow = z.object({
  filename: z.string(),
  additions: HostNumber.nullish(),
  deletions: HostNumber.nullish(),
});

export const CommentRow = z.object({
  id: Id,
  pull_request_review_id: Id.nullish(),
  in_reply_to_id: Id.nullish(),
  user: User.nullish(),
  body: z.string().nullish(),
  path: z.string(),
  line: HostNumber.nullish(),
  original_line: HostNumber.nullish(),
  start_line: HostNumber.nullish(),
  original_start_line: HostNumber.nullish(),
  side: z.string().nullish(),
  subject_type: z.string().nullish(),
  position: HostNumber.nullish(),
  commit_id: z.string().nullish(),
  original_commit_id: z.string().nullish(),
  diff_hunk: z.string().nullish(),
  html_url: HostUrl,
  created_at: HostTime,
  updated_at: HostTime,
});
type CommentRow = z.infer<typeof CommentRow>;

/** An entry of `GET .../issues/{number}/timeline`: which fields it has depends on `event`. */
export const TimelineRow = z.object({
  id: Id.nullish(),
  event: z.string().nullish(),
  actor: User.nullish(),
  user: User.nullish(),
  created_at: HostTime.nullish(),
  updated_at: HostTime.nullish(),
  html_url: HostUrl,
  body: z.string().nullish(),
  sha: z.string().nullish(),
  message: z.string().nullish(),
  author: z.object({ name: z.string().nullish(), date: HostTime.nullish() }).nullish(),
  commit_id: z.string().nullish(),
  label: z.object({ name: z.string().nullish() }).nullish(),
  assignee: User.nullish(),
  requested_reviewer: User.nullish(),
  requested_team: z.object({ name: z.string().nullish() }).nullish(),
  rename: z.object({ from: z.string(), to: z.string() }).nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  dismissed_review: z.object({ dismissal_message: z.string().nullish() }).nullish(),
});
type TimelineRow = z.infer<typeof TimelineRow>;

export const CheckRuns = z.object({
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string().nullish(),
      conclusion: z.string().nullish(),
      html_url: HostUrl,
      completed_at: HostTime.nullish(),
      started_at: HostTime.nullish(),
    }),
  ),
});
export const CommitStatus = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.string(),
      target_url: HostUrl,
      updated_at: HostTime.nullish(),
    }),
  ),
});

const REVIEW_STATES: Readonly<Record<string, RequestReview["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/** A pending review is visible only to its author, and has no time yet. */
export function reviewOf(row: ReviewRow): RequestReview | null {
  const state = REVIEW_STATES[row.state.toUpperCase()];
  if (!state || !row.submitted_at) return null;
  return {
    externalId: String(row.id),
    person: personOf(row.user),
    state,
    submittedAt: new Date(row.submitted_at),
    body: row.body ?? "",
    url: row.html_url,
    commitHash: row.commit_id ?? null,
  };
}

/** @param resolved by the first comment of the discussion; empty where the host does not tell */
export function lineCommentOf(row: CommentRow, resolved: ReadonlyMap<string, boolean>): RequestComment {
  const thread = String(row.in_reply_to_id ?? row.id);
  const isOfFile = row.subject_type === "file";
  const line = isOfFile ? null : (row.original_line ?? row.line ?? null);
  return {
    externalId: String(row.id),
    thread,
    review: row.pull_request_review_id ? String(row.pull_request_review_id) : null,
    replyTo: row.in_reply_to_id ? String(row.in_reply_to_id) : null,
    author: personOf(row.user),
    body: row.body ?? "",
    url: row.html_url,
    place: {
      path: row.path,
      side: row.side === "LEFT" ? "old" : "new",
      line,
      startLine: isOfFile ? null : (row.original_start_line ?? row.start_line ?? null),
      commitHash: row.original_commit_id ?? row.commit_id ?? null,
      hunk: row.diff_hunk ?? null,
      // The host moves `line` along with the branch, and drops it when the code is gone.
      isOutdated: !isOfFile && !row.line && !row.position,
    },
    isResolved: resolved.get(thread) ?? null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

/** A comment of the conversation. */
export function commentOf(row: TimelineRow): RequestComment | null {
  if (row.event !== "commented" || !row.id || !row.created_at) return null;
  return {
    externalId: `issue:${row.id}`,
    thread: null,
    review: null,
    replyTo: null,
    author: personOf(row.user ?? row.actor),
    body: row.body ?? "",
    url: row.html_url,
    place: null,
    isResolved: null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at ?? row.created_at),
  };
}

export function commitOf(row: TimelineRow): RequestCommit | null {
  if (row.event !== "committed" || !row.sha) return null;
  return {
    hash: row.sha,
    title: (row.message ?? "").split("\n", 1)[0] ?? "",
    author: row.author?.name ?? "",
    authoredAt: row.author?.date ? new Date(row.author.date) : null,
  };
}

/** The host's names of events, and ours. Others are about readers of the request, not about the work. */
const EVENT_TYPES: Readonly<Record<string, string>> = {
  closed: "closed",
  reopened: "reopened",
  merged: "merged",
  labeled: "labeled",
  unlabeled: "unlabeled",
  assigned: "assigned",
  unassigned: "unassigned",
  review_requested: "review_requested",
  review_request_removed: "review_request_removed",
  review_dismissed: "review_dismissed",
  renamed: "renamed",
  ready_for_review: "ready_for_review",
  convert_to_draft: "converted_to_draft",
  head_ref_force_pushed: "force_pushed",
  head_ref_deleted: "branch_deleted",
  head_ref_restored: "branch_restored",
  base_ref_changed: "target_changed",
  base_ref_force_pushed: "target_changed",
  milestoned: "milestoned",
  demilestoned: "demilestoned",
  locked: "locked",
  unlocked: "unlocked",
};

export function eventOf(row: TimelineRow): RequestEvent | null {
  const type = row.event ? EVENT_TYPES[row.event] : undefined;
  if (!type || !row.id || !row.created_at) return null;
  return {
    externalId: String(row.id),
    type,
    actor: personOf(row.actor ?? row.user),
    detail:
      row.label?.name ??
      row.requested_reviewer?.login ??
      row.requested_team?.name ??
      row.assignee?.login ??
      (row.rename ? `${row.rename.from} → ${row.rename.to}` : null) ??
      row.milestone?.title ??
      row.dismissed_review?.dismissal_message ??
      row.commit_id ??
      null,
    createdAt: new Date(row.created_at),
  };
}

const CONCLUSIONS: Readonly<Record<string, RequestCheck["state"]>> = {
  success: "success",
  neutral: "neutral",
  skipped: "neutral",
  stale: "neutral",
};

export const checksOfRuns = ({ check_runs: runs }: z.infer<typeof CheckRuns>): RequestCheck[] =>
  runs.map((run) => ({
    name: run.name,
    state: run.status === "completed" || run.conclusion ? (CONCLUSIONS[run.conclusion ?? ""] ?? "failure") : "pending",
    url: run.html_url,
    at: run.completed_at ? new Date(run.completed_at) : run.started_at ? new Date(run.started_at) : null,
  }));

export const checksOfStatus = ({ statuses }: z.infer<typeof CommitStatus>): RequestCheck[] =>
  statuses.map(({ context, state, target_url: url, updated_at: at }) => ({
    name: context,
    state: state === "success" ? "success" : state === "pending" ? "pending" : "failure",
    url,
    at: at ? new Date(at) : null,
  }));
