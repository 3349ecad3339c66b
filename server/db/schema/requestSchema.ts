/** Tables of pull and merge requests, and of releases. */
import type { ColumnType, Generated } from "kysely";
import type { Time } from "../columns.ts";

/** A pull or merge request. Its source is the tracker or the repository through which it was read. */
export interface ChangeRequestsTable {
  id: string;
  source_id: string;
  project_id: string;
  external_id: string;
  number: number;
  /** As people write it: `#12`, `!12`. */
  key: string;
  title: string;
  body: string;
  state: "open" | "closed" | "merged";
  is_draft: boolean;
  author_id: string | null;
  source_branch: string | null;
  target_branch: string | null;
  head_hash: string | null;
  /** The commit on the target branch that brought it in. */
  merge_hash: string | null;
  url: string;
  created_at: Time;
  updated_at: Time;
  merged_at: Time | null;
  closed_at: Time | null;
  /** When reviews and files were read last; null: not yet, or it has changed since. */
  details_at: Time | null;
  labels: ColumnType<string[], string | undefined, string>;
  /** The commit of the target branch that the host compares with. */
  base_hash: string | null;
  merged_by_id: string | null;
  /** Its discussion is longer than this server reads. */
  is_cut: Generated<boolean>;
  /** How much of it was read, see `REQUEST_READ`. */
  read_version: Generated<number>;
}

/** Values of `read_version`. `row`: what the list has; `whole`: comments, commits, events and checks too. */
export const REQUEST_READ = { row: 1, whole: 2 } as const;

/** A request that changes no file in the folders of its source. It has no row in `change_requests` while its head stays the same. */
export interface OutsideRequestsTable {
  source_id: string;
  external_id: string;
  head_hash: string | null;
}

export interface RequestReviewsTable {
  id: string;
  request_id: string;
  external_id: string;
  account_id: string | null;
  state: "approved" | "changes_requested" | "commented" | "dismissed";
  submitted_at: Time;
  body: Generated<string>;
  url: string | null;
  commit_hash: string | null;
}

/** `reviewer`: asked for a review, also if there was one. */
export interface RequestAccountsTable {
  request_id: string;
  account_id: string;
  role: "assignee" | "reviewer";
}

/** A comment of the conversation, or one at a line. */
export interface RequestCommentsTable {
  id: string;
  request_id: string;
  external_id: string;
  /** Equal for the comments of one discussion; null for a comment alone. */
  thread: string | null;
  /** `external_id` of the review that it is part of. */
  review: string | null;
  /** `external_id` of the comment that it answers. */
  reply_to: string | null;
  author_id: string | null;
  body: string;
  url: string | null;
  /** The path after a rename; null for a comment that is about no file. */
  path: string | null;
  /** Whether `line` counts in the file before or after the change. */
  side: "old" | "new" | null;
  /** From 1, in the file at `commit_hash`; null for a comment on the whole file. */
  line: number | null;
  start_line: number | null;
  commit_hash: string | null;
  /** The end of the hunk as the host shows it above the comment. */
  hunk: string | null;
  /** The line has changed since. */
  is_outdated: boolean;
  /** Whether the discussion of the comment is resolved; null where the host has no such state. */
  is_resolved: boolean | null;
  created_at: Time;
  updated_at: Time;
}

/** Commits of a request, the first one first. */
export interface RequestCommitsTable {
  request_id: string;
  position: number;
  hash: string;
  title: string;
  author: string;
  authored_at: Time | null;
}

/** What happened to a request: `closed`, `labeled`, `review_requested`, … in lower case, the same names for all hosts. */
export interface RequestEventsTable {
  id: string;
  request_id: string;
  external_id: string;
  type: string;
  actor_id: string | null;
  detail: string | null;
  created_at: Time;
}

/** Checks of the newest commit, as of `details_at`. */
export interface RequestChecksTable {
  request_id: string;
  position: number;
  name: string;
  state: "success" | "failure" | "pending" | "neutral";
  url: string | null;
  at: Time | null;
}

export interface RequestFilesTable {
  request_id: string;
  /** The project of the request, so that the files of a project are found by their path. */
  project_id: string;
  path: string;
  additions: number | null;
  deletions: number | null;
}

/** What a code host calls a release. */
export interface ReleasesTable {
  id: string;
  source_id: string;
  project_id: string;
  external_id: string;
  tag: string;
  name: string;
  body: string;
  url: string;
  author_id: string | null;
  is_prerelease: boolean;
  created_at: Time;
  published_at: Time | null;
}
