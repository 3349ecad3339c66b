/** Tables of pull and merge requests, and of releases. */
import type { Time } from "./columns.ts";

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
}

export interface RequestReviewsTable {
  id: string;
  request_id: string;
  external_id: string;
  person_id: string | null;
  state: "approved" | "changes_requested" | "commented" | "dismissed";
  submitted_at: Time;
}

export interface RequestFilesTable {
  request_id: string;
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
