/** Tables of accounts, issues and their links, and of the items of trackers and wikis that their host restricts. */
import type { ColumnType, Generated } from "kysely";
import type { IssueFacts, STATUS_CATEGORIES } from "../../../contract/issues/issueWorkflow.ts";
import type { LinkKind } from "../../../contract/issues/linkKinds.ts";
import type { LeftOutKind } from "../../../contract/sources/leftOut.ts";
import type { Json, Time } from "../columns.ts";

/** Accounts at hosts. A person (`persons`) joins accounts and authors of commits. */
export interface AccountsTable {
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
  /** The tracker's own name of the status (`In Review`), and what it means. */
  status: string | null;
  status_category: (typeof STATUS_CATEGORIES)[number] | null;
  /** Why it was closed, in the tracker's words. */
  resolution: string | null;
  /** Milestones, or the versions with the fix. */
  milestones: ColumnType<string[], string | undefined, string>;
  components: ColumnType<string[], string | undefined, string>;
  /** Null where the tracker has none. */
  facts: Json<IssueFacts> | null;
  /** Links that the tracker has in addition to the stored ones. */
  more_links: Generated<number>;
  /** `ISSUE_READ_VERSION` when it was read; 0 before its workflow was stored: it is read again. */
  read_version: Generated<number>;
  comments_count: number;
  created_at: Time;
  updated_at: Time;
  closed_at: Time | null;
}

/** A link to another issue, as the tracker of this one has it. The other one is found by its key. */
export interface IssueLinksTable {
  issue_id: string;
  /**
   * `issue`: of the issue itself. `comment`: a comment says so, which counts once the host marks the issue as a duplicate. `reference`: the
   * host noted that the text of another issue names this one.
   */
  origin: "issue" | "comment" | "reference";
  position: number;
  project_id: string;
  kind: LinkKind;
  /** The tracker's own words, for the kind `other`. */
  name: string | null;
  other_key: string;
  /** Null for an issue of the same source; else what is written before the key. */
  other_place: string | null;
  other_title: string | null;
  other_url: string | null;
}

/** What a status of a tracker means; of those without a category there is no row. */
export interface IssueStatusesTable {
  source_id: string;
  name: string;
  category: (typeof STATUS_CATEGORIES)[number];
}

/** Key and title in lower case, kept by the database whenever an issue is written. No row is ever written here by us. */
export interface IssueWordsTable {
  issue_id: ColumnType<string, never, never>;
  project_id: ColumnType<string, never, never>;
  words: ColumnType<string, never, never>;
}

export interface IssueAssigneesTable {
  issue_id: string;
  account_id: string;
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
