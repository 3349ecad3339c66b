import { createHash } from "node:crypto";
import { encodePath } from "../../../contract/addresses/fileAddress.ts";
import {
  issueAnswer,
  type JsonValue,
  type Places,
  repositoryAnswer,
  repositoryPath,
  userAnswer,
} from "./hostAnswers.ts";
import type { HostData, HostEvent, HostFile, HostIssue, HostLineComment, HostPull, HostReview } from "./hostData.ts";

/** An issue that is a pull request, with what only a pull request has. */
export type PullIssue = HostIssue & { readonly pull: HostPull };

export const isPull = (issue: HostIssue): issue is PullIssue => issue.pull !== undefined;

const nodeId = (kind: string, id: number): string => Buffer.from(`0:${kind}${id}`).toString("base64");

/** One of `GET .../pulls`. */
export function pullAnswer(data: HostData, issue: PullIssue, places: Places): { readonly [name: string]: JsonValue } {
  const { repository } = data;
  const { pull } = issue;
  const base = `${places.api}${repositoryPath(repository)}`;
  const self = `${base}/pulls/${issue.number}`;
  const asIssue = issueAnswer(data, issue, places);
  const page = `${places.web}/${repository.owner}/${repository.name}/pull/${issue.number}`;
  const id = repository.id * 20_000 + issue.number;
  const end = (ref: string, sha: string): JsonValue => ({
    label: `${repository.owner}:${ref}`,
    ref,
    sha,
    user: userAnswer(data, repository.owner, places),
    repo: repositoryAnswer(data, places),
  });
  const links = {
    self,
    html: page,
    issue: `${base}/issues/${issue.number}`,
    comments: `${base}/issues/${issue.number}/comments`,
    review_comments: `${self}/comments`,
    review_comment: `${base}/pulls/comments{/number}`,
    commits: `${self}/commits`,
    statuses: `${base}/statuses/${pull.headSha}`,
  };
  return {
    ...asIssue,
    url: self,
    id,
    node_id: nodeId("PullRequest", id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeSha,
    requested_reviewers: [],
    requested_teams: [],
    head: end(pull.headRef, pull.headSha),
    base: end(repository.defaultBranch, pull.baseSha),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    auto_merge: null,
    draft: pull.isDraft ?? false,
  };
}

/** `GET .../pulls/{number}`: what a list leaves out as well. */
export function wholePullAnswer(data: HostData, issue: PullIssue, places: Places): JsonValue {
  const { pull } = issue;
  return {
    ...pullAnswer(data, issue, places),
    merged: pull.mergedAt !== null,
    mergeable: null,
    rebaseable: null,
    mergeable_state: "unknown",
    merged_by: null,
    maintainer_can_modify: false,
    commits: 1,
    comments: issue.comments.length,
    review_comments: pull.lineComments?.length ?? 0,
    additions: pull.files.reduce((sum, { additions }) => sum + additions, 0),
    deletions: pull.files.reduce((sum, { deletions }) => sum + deletions, 0),
    changed_files: pull.files.length,
  };
}

/** One of `GET .../pulls/{number}/reviews`. */
export function reviewAnswer(data: HostData, issue: PullIssue, review: HostReview, places: Places): JsonValue {
  const { repository } = data;
  const page = `${places.web}/${repository.owner}/${repository.name}/pull/${issue.number}`;
  const html = `${page}#pullrequestreview-${review.id}`;
  const pull = `${places.api}${repositoryPath(repository)}/pulls/${issue.number}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: userAnswer(data, review.author, places),
    body: review.body,
    state: review.state.toUpperCase(),
    html_url: html,
    pull_request_url: pull,
    _links: { html: { href: html }, pull_request: { href: pull } },
    submitted_at: review.submittedAt,
    commit_id: issue.pull.headSha,
    author_association: "MEMBER",
  };
}

/** One of `GET .../pulls/{number}/files`. */
export function fileAnswer(data: HostData, issue: PullIssue, file: HostFile, places: Places): JsonValue {
  const { repository } = data;
  const path = encodePath(file.path);
  const page = `${places.web}/${repository.owner}/${repository.name}`;
  return {
    sha: createHash("sha1").update(`${issue.pull.headSha}:${file.path}`).digest("hex"),
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${issue.pull.headSha}/${path}`,
    raw_url: `${page}/raw/${issue.pull.headSha}/${path}`,
    contents_url: `${places.api}${repositoryPath(repository)}/contents/${path}?ref=${issue.pull.headSha}`,
  };
}

/** One of `GET .../pulls/{number}/comments`. */
export function lineCommentAnswer(
  data: HostData,
  issue: PullIssue,
  comment: HostLineComment,
  places: Places,
): JsonValue {
  const { repository } = data;
  const page = `${places.web}/${repository.owner}/${repository.name}/pull/${issue.number}`;
  const { headSha } = issue.pull;
  return {
    url: `${places.api}${repositoryPath(repository)}/pulls/comments/${comment.id}`,
    pull_request_review_id: comment.review,
    id: comment.id,
    node_id: nodeId("PullRequestReviewComment", comment.id),
    diff_hunk: comment.hunk,
    path: comment.path,
    commit_id: headSha,
    original_commit_id: headSha,
    user: comment.author === null ? null : userAnswer(data, comment.author, places),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    html_url: `${page}#discussion_r${comment.id}`,
    ...(comment.replyTo !== undefined && { in_reply_to_id: comment.replyTo }),
    start_line: null,
    original_start_line: null,
    line: comment.line,
    original_line: comment.line,
    side: "RIGHT",
    subject_type: "line",
    position: 1,
  };
}

/** `GET .../issues/{number}/timeline` of a pull request: its commits, comments, events and merge, the oldest first. */
export function timelineAnswer(data: HostData, issue: PullIssue, places: Places): JsonValue[] {
  const { pull } = issue;
  const page = `${places.web}/${data.repository.owner}/${data.repository.name}/pull/${issue.number}`;
  const dated: { readonly at: string; readonly entry: { readonly [name: string]: JsonValue } }[] = [
    ...(pull.commits ?? []).map(({ sha, message, author, date }) => ({
      at: date,
      entry: { event: "committed", sha, message, author: { name: author, email: "", date } },
    })),
    ...issue.comments.map((comment) => ({
      at: comment.createdAt,
      entry: {
        event: "commented",
        id: comment.id,
        user: comment.author === null ? null : userAnswer(data, comment.author, places),
        body: comment.body,
        html_url: `${page}#issuecomment-${comment.id}`,
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
      },
    })),
    ...(data.events ?? [])
      .filter((event) => event.issue === issue.number)
      .map((event) => ({ at: event.createdAt, entry: eventEntry(data, event, places) })),
  ];
  if (pull.mergedAt !== null) {
    dated.push({
      at: pull.mergedAt,
      entry: {
        id: data.repository.id * 30_000 + issue.number,
        event: "merged",
        actor: issue.closedBy ? userAnswer(data, issue.closedBy, places) : null,
        commit_id: pull.mergeSha,
        created_at: pull.mergedAt,
      },
    });
  }
  return dated.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ entry }) => entry);
}

const eventEntry = (data: HostData, event: HostEvent, places: Places): { readonly [name: string]: JsonValue } => ({
  id: event.id,
  event: event.kind,
  actor: event.actor === null ? null : userAnswer(data, event.actor, places),
  created_at: event.createdAt,
  ...(event.label !== undefined && { label: { name: event.label } }),
  ...(event.assignee !== undefined && { assignee: userAnswer(data, event.assignee, places) }),
});

/** One of `GET .../issues/events`. */
export function eventAnswer(data: HostData, event: HostEvent, places: Places): JsonValue {
  const issue = data.issues.find(({ number }) => number === event.issue);
  const label = data.labels.find(({ name }) => name === event.label);
  return {
    id: event.id,
    node_id: nodeId("IssueEvent", event.id),
    url: `${places.api}${repositoryPath(data.repository)}/issues/events/${event.id}`,
    actor: event.actor === null ? null : userAnswer(data, event.actor, places),
    event: event.kind,
    commit_id: null,
    commit_url: null,
    created_at: event.createdAt,
    ...(event.label !== undefined && { label: { name: event.label, color: label?.color ?? "ededed" } }),
    ...(event.assignee !== undefined && {
      assignee: userAnswer(data, event.assignee, places),
      assigner: event.actor === null ? null : userAnswer(data, event.actor, places),
    }),
    performed_via_github_app: null,
    ...(issue && { issue: issueAnswer(data, issue, places) }),
  };
}
