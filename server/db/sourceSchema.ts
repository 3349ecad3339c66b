/** Tables of what is copied from sources: history, trackers, requests, wikis, people and how they belong together. */
import type { ColumnType, Generated } from "kysely";
import type { LeftOutKind } from "../../contract/leftOut.ts";
import type { Created, Json, Time } from "./columns.ts";

// --- git history ------------------------------------------------------------

export interface GitAuthorsTable {
  id: Generated<number>;
  source_id: string;
  name: string;
  email: string;
}

/** The people of a repository's signatures, as its maintainers recorded them at `head`; empty for none. */
export interface MailmapsTable {
  source_id: string;
  head: string;
  content: string;
}

export interface GitPathsTable {
  id: Generated<number>;
  source_id: string;
  path: string;
}

export interface GitCommitsTable {
  id: Generated<number>;
  source_id: string;
  hash: string;
  author_id: number;
  authored_at: Time;
  committed_at: Time;
  /** The whole message. */
  message: string;
  parents: number;
  /** Lines, without those of binary files; null until they have been counted. */
  added: Generated<number | null>;
  deleted: Generated<number | null>;
}

/** One changed file of one commit. `kind` is git's letter: A, M, D, R, C, T. */
export interface GitChangesTable {
  commit_id: number;
  path_id: number;
  kind: string;
}

// --- trackers ---------------------------------------------------------------

export interface PeopleTable {
  id: string;
  source_id: string;
  /** The provider's own id of the account. */
  external_id: string;
  login: string;
  name: string;
  email: string | null;
  avatar_url: string | null;
  is_bot: boolean;
}

export interface IssuesTable {
  id: string;
  source_id: string;
  project_id: string;
  /** The provider's own id: identity over renames and moves. */
  external_id: string;
  number: number | null;
  /** As people write it: `#12`, `ABC-12`. */
  key: string;
  title: string;
  body: string;
  state: "open" | "closed";
  url: string;
  author_id: string | null;
  labels: Json<string[]>;
  /** What the tracker itself calls it (`Bug`, `High`), where it has such a field. */
  type: string | null;
  priority: string | null;
  comments_count: number;
  created_at: Time;
  updated_at: Time;
  closed_at: Time | null;
}

/** Key and title in lower case, kept by the database whenever an issue is written. No row is ever written here by us. */
export interface IssueWordsTable {
  issue_id: ColumnType<string, never, never>;
  project_id: ColumnType<string, never, never>;
  words: ColumnType<string, never, never>;
}

export interface IssueAssigneesTable {
  issue_id: string;
  person_id: string;
}

export interface IssueCommentsTable {
  id: string;
  issue_id: string;
  external_id: string;
  author_id: string | null;
  body: string;
  url: string | null;
  created_at: Time;
  updated_at: Time;
}

// --- wikis, requests, links: migration 0006 ----------------------------------

/** A wiki page as it is now. `body` is Markdown, made of what the wiki holds and free of anything that runs. */
export interface PagesTable {
  id: string;
  source_id: string;
  project_id: string;
  external_id: string;
  space_key: string;
  space_name: string;
  /** `external_id` of the page above; null at the top of its space. */
  parent_external_id: string | null;
  /** Place among the pages of the same parent. */
  position: number;
  title: string;
  version: number;
  /** Who wrote this version. */
  author_id: string | null;
  labels: Json<string[]>;
  /** File names alone. */
  attachments: Json<string[]>;
  body: string;
  url: string;
  created_at: Time;
  updated_at: Time;
}

/** Who wrote which version of a page, as far as the wiki reports it. */
export interface PageVersionsTable {
  page_id: string;
  number: number;
  author_id: string | null;
  created_at: Time;
}

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

/** An item that was not read because its host shows it to some people only. Its id and nothing else of it. */
export interface LeftOutItemsTable {
  source_id: string;
  subject: "issue" | "comment" | "page" | "release";
  external_id: string;
  kind: LeftOutKind;
  /** For a comment: `external_id` of its issue, or `request:` and that of its request. */
  parent_external_id: string | null;
}

/** The text of an item that is left out of everything else, for the members of its project with `sources.restricted_role` or more. */
export interface RestrictedItemsTable {
  id: string;
  source_id: string;
  project_id: string;
  subject: "issue" | "comment" | "page";
  external_id: string;
  /** `#12`, `ABC-12`; for a comment that of its issue; empty for a page. */
  key: string;
  title: string;
  body: string;
  url: string | null;
  author: string | null;
  state: "open" | "closed" | null;
  /** The version of a page; a page with another one is read again. */
  version: string;
  created_at: Time;
  updated_at: Time;
}

/** What happened to an issue: `closed`, `reopened`, `labeled`, `assigned`, `status`, … as the tracker calls it, in lower case. */
export interface IssueEventsTable {
  id: string;
  issue_id: string;
  external_id: string;
  type: string;
  actor_id: string | null;
  /** The label, the person, `To do → Done`. */
  detail: string | null;
  created_at: Time;
}

/** `closes`: the message closes the issue; `mentions`: it names the issue; `request`: the commit is part of a request that closes it. */
export interface IssueCommitsTable {
  issue_id: string;
  commit_id: number;
  how: "closes" | "mentions" | "request";
}

export interface IssueRequestsTable {
  issue_id: string;
  request_id: string;
  how: "closes" | "mentions" | "branch";
}

export interface PageIssuesTable {
  page_id: string;
  issue_id: string;
}

/** A file that a page names by its path. */
export interface PagePathsTable {
  page_id: string;
  path_id: number;
}

/** A name of the code that a page names, with the one file of the repository that defines it. */
export interface PageSymbolsTable {
  page_id: string;
  source_id: string;
  name: string;
  path: string;
}

/** One human being (or bot) of a project. `is_settled`: put together by hand, so that the rules leave it alone. */
export interface PersonsTable {
  id: string;
  project_id: string;
  name: string;
  email: string | null;
  is_bot: boolean;
  is_settled: boolean;
}

/** An account at a host (`people`) or an author of commits (`git_authors`) that belongs to a person. */
export interface PersonIdentitiesTable {
  id: string;
  project_id: string;
  person_id: string;
  kind: "account" | "author";
  account_id: string | null;
  author_id: number | null;
}

export interface PersonMergesTable {
  id: string;
  project_id: string;
  kept_id: string;
  merged: Json<MergedPerson[]>;
  made_by: string | null;
  made_at: Time;
  undone_at: Time | null;
}

/** A person as it was before a merge, so that the merge can be undone. */
export interface MergedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly is_bot: boolean;
  readonly is_settled: boolean;
  readonly identities: readonly string[];
}

/** A user's account at a provider, signed in to by OAuth. The tokens are in the secret. */
export interface ConnectionsTable {
  id: string;
  user_id: string;
  provider: string;
  /** Where the account was connected: the only service that its tokens are sent to. Null: unknown, it has to be connected again. */
  origin: string | null;
  /** What the provider calls the account. */
  account: string;
  scopes: string;
  secret_id: string;
  expires_at: Time | null;
  /** Set when the provider took the access back: it has to be connected again. */
  failed_at: Time | null;
  created_at: Created;
}

/** A sign-in at a provider that has begun. `sealed` holds what is needed to end it. */
export interface OauthStatesTable {
  state_hash: string;
  user_id: string;
  session_hash: string;
  /** SHA-256 of the cookie of the browser that began it. */
  browser_hash: string;
  provider: string;
  sealed: Uint8Array;
  expires_at: Time;
}
