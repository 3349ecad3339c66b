/**
 * The database's tables as Kysely sees them. One interface a table; the migrations make exactly these columns, and a test
 * compares the two on both databases. Times are `timestamptz` and arrive as Date; `json` columns are written with JSON.stringify.
 */
import type { ColumnType, Generated } from "kysely";

/** Read as Date; written as Date or ISO string. */
export type Time = ColumnType<Date, Date | string, Date | string>;
type Created = ColumnType<Date, Date | string | undefined, never>;
/** A jsonb column: read parsed, written as text. */
type Json<T> = ColumnType<T, string, string>;

// --- identity ---------------------------------------------------------------

export interface CompaniesTable {
  id: string;
  name: string;
  plan: "Standard" | "Premium" | "Enterprise";
  subscription_status: "trial" | "active" | "expired" | "canceled";
  trial_ends_at: Time | null;
  created_at: Created;
}

export interface UsersTable {
  id: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  /** PHC string. */
  password_hash: string;
  language: "EN" | "TR";
  company_id: string | null;
  company_role: "Admin" | "Member";
  verified_at: Time | null;
  created_at: Created;
}

/** Signed-in sessions: the SHA-256 of the token, never the token. */
export interface SessionsTable {
  token_hash: string;
  user_id: string;
  created_at: Created;
  last_used_at: Time;
  expires_at: Time;
}

export interface InvitationsTable {
  id: string;
  /** SHA-256 of the version-4 UUID in the link. */
  token_hash: string;
  company_id: string;
  email: string;
  role: "Admin" | "Member";
  invited_by: string | null;
  expires_at: Time;
  accepted_at: Time | null;
  revoked_at: Time | null;
  created_at: Created;
}

export interface DiscountsTable {
  id: string;
  company_id: string;
  name: string;
  percent: number;
  ends_at: Time | null;
}

export interface InvoicesTable {
  id: string;
  company_id: string;
  number: string;
  issued_at: Time;
  due_at: Time | null;
  amount_cents: number;
  currency: string;
  status: "paid" | "open" | "void";
  download_url: string | null;
}

/** AES-256-GCM, bound to its row by the additional data `secrets:<id>`. */
export interface SecretsTable {
  id: string;
  company_id: string;
  cipher: Uint8Array;
  created_at: Created;
}

// --- projects and sources ---------------------------------------------------

export interface ProjectsTable {
  id: string;
  slug: string;
  name: string;
  company_id: string;
  created_by: string;
  created_at: Created;
  updated_at: Time;
}

/** `user_id` is null for a pending invitation, which then has `email`. */
export interface ProjectMembersTable {
  id: string;
  project_id: string;
  user_id: string | null;
  email: string;
  role: "Owner" | "Maintainer" | "Developer" | "Viewer";
  created_at: Created;
}

/** A repository, tracker or wiki of a project, with how its copying stands. */
export interface SourcesTable {
  id: string;
  project_id: string;
  kind: "repository" | "tracker" | "wiki";
  provider: string;
  url: string;
  name: string;
  default_branch: string | null;
  visibility: "public" | "private" | "unknown";
  secret_id: string | null;
  /** Where the next incremental sync goes on; its shape belongs to the provider. */
  cursor: Json<Record<string, unknown>> | null;
  sync_state: "queued" | "running" | "ready" | "failed";
  sync_step: string | null;
  sync_done: number;
  sync_total: number | null;
  sync_error: string | null;
  sync_finished_at: Time | null;
  sync_items: number;
  created_at: Created;
}

// --- git history ------------------------------------------------------------

export interface GitAuthorsTable {
  id: Generated<number>;
  source_id: string;
  name: string;
  email: string;
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
  comments_count: number;
  created_at: Time;
  updated_at: Time;
  closed_at: Time | null;
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

// --- derived and live -------------------------------------------------------

/** The manifest of a project's index, swapped whole. `generation` grows by one with each swap. */
export interface ArtifactsTable {
  project_id: string;
  generation: number;
  format_version: number;
  manifest: Json<Record<string, unknown>>;
  updated_at: Time;
}

/** What somebody said about a located file. `question`: an issue's id, or the SHA-256 of a pasted text. `terms`: the question's, with their weights. */
export interface LocalizationFeedbackTable {
  id: string;
  project_id: string;
  user_id: string;
  question: string;
  repository_id: string;
  path: string;
  verdict: "right" | "wrong";
  terms: Json<[term: string, weight: number][]>;
  created_at: Created;
}

/** What the engines have worked out for a row of the list. `print` names what it was made from; another one means: to be made again. */
export interface IssueAnalysesTable {
  issue_id: string;
  project_id: string;
  type: "bug" | "feature" | "question" | "documentation" | "task" | null;
  severity: "critical" | "high" | "medium" | "low" | null;
  likely_files: Json<string[]>;
  similar_count: number;
  print: string;
  analysed_at: Time;
}

export interface BacktestsTable {
  id: string;
  project_id: string;
  started_by: string | null;
  state: "queued" | "running" | "done" | "failed";
  done: Generated<number>;
  total: number | null;
  error: string | null;
  result: Json<Record<string, unknown>> | null;
  created_at: Created;
  finished_at: Time | null;
}

/** Notifications, by the order of `id`; `user_id` null addresses every member of the project. */
export interface EventsTable {
  id: Generated<number>;
  company_id: string | null;
  project_id: string | null;
  user_id: string | null;
  type: string;
  message: Json<Record<string, unknown>>;
  created_at: Created;
}

export interface Tables {
  companies: CompaniesTable;
  users: UsersTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
  discounts: DiscountsTable;
  invoices: InvoicesTable;
  secrets: SecretsTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  sources: SourcesTable;
  git_authors: GitAuthorsTable;
  git_paths: GitPathsTable;
  git_commits: GitCommitsTable;
  git_changes: GitChangesTable;
  people: PeopleTable;
  issues: IssuesTable;
  issue_assignees: IssueAssigneesTable;
  issue_comments: IssueCommentsTable;
  localization_feedback: LocalizationFeedbackTable;
  issue_analyses: IssueAnalysesTable;
  backtests: BacktestsTable;
  artifacts: ArtifactsTable;
  events: EventsTable;
}
