/**
 * The database's tables as Kysely sees them. One interface a table; the migrations make exactly these columns, and a test
 * compares the two on both databases. Times are `timestamptz` and arrive as Date; `json` columns are written with JSON.stringify.
 */
import type { RequestCheckRunsTable, SourceChecksTable } from "./checkSchema.ts";
import type { CustomField } from "../../../contract/issues/customFields.ts";
import type { ColumnType, Generated } from "kysely";
import type { AppDeliveriesTable, AppInstallationsTable, HostAppsTable } from "./appSchema.ts";
import type { BacktestsTable, IssueAnalysesTable, LocalizationFeedbackTable } from "./analysisSchema.ts";
import type {
  CompanyModelsTable,
  ModelAnswersTable,
  ModelOrderCasesTable,
  ModelOrderRunsTable,
  ModelOrderSwitchesTable,
  ModelUsageTable,
} from "./modelSchema.ts";
import type {
  CompaniesTable,
  UsersTable,
  SessionsTable,
  SocketTicketsTable,
  RateLimitsTable,
  AuditLogTable,
  InvitationsTable,
  SecretsTable,
  OutboxTable,
  RegistrationsTable,
  PasswordResetsTable,
  ApiTokensTable,
  ApiTokenProjectsTable,
  KnownDevicesTable,
  McpTokensTable,
  McpTokenProjectsTable,
  OauthClientsTable,
  OauthGrantsTable,
  McpUsageTable,
  ConnectionsTable,
  OauthStatesTable,
} from "./accessSchema.ts";
import type {
  BillingBuyersTable,
  BillingPricesTable,
  BillingSchedulesTable,
  BillingSellerTable,
  DiscountsTable,
  InvoiceDraftsTable,
  InvoicesTable,
  SeatDaysTable,
  TrialWarningsTable,
} from "./billingSchema.ts";
import type { RemovedSourcesTable, SourceNote, SourceRefState, StoredHostQuota, WaitsFor } from "./sourceSchema.ts";
import type {
  ArtifactsTable,
  SupersededBlobsTable,
  BackupsTable,
  BlobsTable,
  BlobChunksTable,
  InstanceTable,
  EventsTable,
  EventOrderTable,
} from "./storageSchema.ts";
import type { Created, Json, Time } from "../columns.ts";
import type {
  AuthenticatorAppsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignInTicketsTable,
} from "./secondFactorSchema.ts";
import type {
  SsoAccountsTable,
  SsoAssertionsTable,
  SsoAttemptsTable,
  SsoCodesTable,
  SsoDomainsTable,
  SsoProvidersTable,
  SsoLdapTable,
  SsoSamlTable,
  SsoSignOutHintsTable,
} from "./ssoSchema.ts";
import type { NoticeChannelsTable, NoticeMarksTable, NoticeSettingsTable, NoticesTable } from "./noticeSchema.ts";
import type { OutgoingWebhooksTable, WebhookDeliveriesTable } from "./outgoingSchema.ts";
import type { IssueRepliesTable, ReplyCommandsTable, ReplySettingsTable } from "./replySchema.ts";
import type { ItemMarksTable } from "./markSchema.ts";
import type { RuleTables } from "./ruleSchema.ts";
import type {
  SavedSearchesTable,
  SearchMatchesTable,
  SearchProcessesTable,
  SearchWatchesTable,
} from "./searchSchema.ts";
import type { ChatTables } from "./chatSchema.ts";
import type { InsightAnnotationsTable, InsightTargetsTable } from "./insightSchema.ts";
import type { LeavingReason, LinkedGroupsTable } from "./groupSchema.ts";
import type { DashboardsTable } from "./dashboardSchema.ts";
import type { ReportReceiversTable, ReportRunsTable, ReportsTable } from "./reportSchema.ts";
import type { OwnMetricsTable } from "./ownMetricSchema.ts";
import type {
  DirectoryGroupMembersTable,
  DirectoryGroupsTable,
  DirectoryLeftMembersTable,
  DirectoryMappingsTable,
  DirectoryUsersTable,
  ScimTokensTable,
} from "./directorySchema.ts";
import type { CustomSourcesTable, ImportedItemsTable, ImportTokensTable } from "./importSchema.ts";
import type { SourceAccessChecksTable } from "./hostAccessSchema.ts";
import type { ItemToRereadTable, SourceLedgersTable, UnreadableItemsTable } from "./ledgerSchema.ts";
import type { CompanyQuotasTable, IndexDiskTable, SourceDiskTable } from "./quotaSchema.ts";
import type {
  GitAuthorsTable,
  GitChangesTable,
  GitCommitsTable,
  GitPathsTable,
  GitBranchesTable,
  GitTagsTable,
  MailmapsTable,
  MirrorCopiesTable,
  MirrorHoldersTable,
  ScipIndexesTable,
} from "./gitSchema.ts";
import type {
  CheckedPagesTable,
  DeletedSymbolsTable,
  ReferenceChecksTable,
  StaleReferencesTable,
} from "./staleReferenceSchema.ts";
import type { PersonIdentitiesTable, PersonMergesTable, PersonsTable } from "./personSchema.ts";
import type {
  ChangeRequestsTable,
  ReleasesTable,
  OutsideRequestsTable,
  RequestChecksTable,
  RequestCommentsTable,
  RequestCommitsTable,
  RequestEventsTable,
  RequestFilesTable,
  RequestAccountsTable,
  RequestReviewsTable,
} from "./requestSchema.ts";
import type {
  IssueAssigneesTable,
  IssueCommentsTable,
  IssueCommitsTable,
  IssueEventsTable,
  IssueLinksTable,
  IssueStatusesTable,
  IssueRequestsTable,
  IssueWordsTable,
  IssuesTable,
  AccountsTable,
  LeftOutItemsTable,
  RestrictedItemsTable,
} from "./trackerSchema.ts";
import type {
  PageCommentsTable,
  PageIssuesTable,
  PagePathsTable,
  PageSymbolsTable,
  PageVersionsTable,
  PagesTable,
} from "./wikiSchema.ts";
import type { IssueWritesTable } from "./writeSchema.ts";

// --- projects and sources ---------------------------------------------------

export interface ProjectsTable {
  id: string;
  slug: string;
  name: string;
  company_id: string;
  created_by: string;
  created_at: Created;
  updated_at: Time;
  /** Since when failed syncs and matches of searches are kept for dry runs of rules. */
  rule_history_since: Created;
  page_history_since: Created;
  /** How many builds of its issues and pages have begun; which of them made the present links. */
  build_ticket: Generated<number>;
  links_ticket: Generated<number>;
}

/** `user_id` is null for a pending invitation, which then has `email`. */
export interface ProjectMembersTable {
  id: string;
  project_id: string;
  user_id: string | null;
  email: string;
  role: "Owner" | "Maintainer" | "Developer" | "Viewer";
  /** The role that groups of the directory give; `role` is the higher of it and of `hand_role`. */
  directory_role: ColumnType<ProjectRole | null, ProjectRole | null | undefined, ProjectRole | null>;
  /** Next to a role of the directory: the role that was given by hand; null: none. */
  hand_role: ColumnType<ProjectRole | null, ProjectRole | null | undefined, ProjectRole | null>;
  /** The user of a closed membership, whose `user_id` is null: their host account may not see a mirrored source of the project. */
  closed_user_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The user of the membership, open or closed; null for an expected member. Computed by the database. */
  member_user_id: ColumnType<string | null, never, never>;
  created_at: Created;
}
type ProjectRole = "Owner" | "Maintainer" | "Developer" | "Viewer";

type RestrictedRole = "Owner" | "Maintainer" | "Developer" | "Viewer";

/** A repository, tracker or wiki of a project, with its sync status. */
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
  /** Where the next incremental sync resumes; its shape is the provider's. */
  cursor: Json<Record<string, unknown>> | null;
  sync_state: "queued" | "running" | "ready" | "failed";
  sync_step: string | null;
  sync_done: number;
  sync_total: number | null;
  sync_error: string | null;
  /** Code of the SourceError that ended the last sync that failed; null where it was something else. */
  sync_error_code: ColumnType<string | null, string | null | undefined, string | null>;
  sync_finished_at: Time | null;
  sync_items: number;
  /** A sync was requested while one was running: another one follows. */
  sync_again: Generated<boolean>;
  /** When the last complete sync began: what changed at the host later may be missing. */
  sync_began_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since when its syncs fail. */
  fault_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Set while syncing of this source is paused. */
  paused_at: Time | null;
  /** What the last sync left out and why, for those who look after the source. */
  notes: ColumnType<SourceNote[], string | undefined, string>;
  /** Branches and tags that are searched in addition to the default branch, as patterns, and the state of each that matched. */
  ref_patterns: ColumnType<string[], string | undefined, string>;
  ref_states: ColumnType<SourceRefState[], string | undefined, string>;
  /** The folders that a repository is limited to, in the order of `orderFolders`; none: it is read whole. */
  folders: ColumnType<string[], string | undefined, string>;
  /** The custom fields of a tracker that are read. */
  custom_fields: ColumnType<CustomField[], string | undefined, string>;
  /** Goes up when custom fields or files of its items changed without the items: what was read of them before is out of date. */
  fields_changed: Generated<number>;
  /** What its host signs or sends with each call of the webhook. */
  webhook_secret_id: string | null;
  /** The connected account that it is read with; null: it has its own credential or none. */
  connection_id: string | null;
  /** The installation of an app that it is read by. */
  app_installation_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Who gave its credential or connected account; null: it has none, or they are not known. */
  access_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** The lowest role that may read what the host restricts; null: it is left out for all members. */
  restricted_role: ColumnType<RestrictedRole | null, RestrictedRole | null | undefined, RestrictedRole | null>;
  /** Another one whenever items begin to be read for a role: a sync stores their texts for the choice under which it began. Null with the role. */
  restricted_choice: ColumnType<string | null, string | null | undefined, string | null>;
  /** Members may write to it by their own accounts. */
  allows_writing: Generated<boolean>;
  /** Members whose own account may not see it at its host do not see the project. */
  access_mirrored: Generated<boolean>;
  /** The provider of the connected accounts that are asked; null: it is not mirrored. */
  access_account: ColumnType<string | null, string | null | undefined, string | null>;
  /** The host's id of the source when mirroring was turned on: another one under its address is not it. Null where the host gives none. */
  access_target: ColumnType<string | null, string | null | undefined, string | null>;
  /** Who turned mirroring on, and when. */
  mirrored_by: ColumnType<string | null, string | null | undefined, string | null>;
  mirrored_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The quota that its next sync waits for: of the company (`disk`, `syncs`), or of the host. */
  waits_for: ColumnType<WaitsFor | null, WaitsFor | null | undefined, WaitsFor | null>;
  /** When a sync that waits for the quota of the host is resumed. */
  resume_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** How often syncs have waited for the quota of the host since the last progress. */
  quota_waits: Generated<number>;
  /** What the host reported last of the quota of the credential; null: nothing. */
  host_quota: ColumnType<StoredHostQuota | null, string | null | undefined, string | null>;
  /** The linked group that it follows, and its id at the host; null: it was linked by itself. */
  group_id: ColumnType<string | null, string | null | undefined, string | null>;
  group_repository: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the group removes it, and why; null: it stays. */
  leaves_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  leaves_because: ColumnType<LeavingReason | null, LeavingReason | null | undefined, LeavingReason | null>;
  created_at: Created;
}

// --- experts ----------------------------------------------------------------

/** Whether a user may be recommended; a user without a row may. */
export interface ExpertPreferencesTable {
  user_id: string;
  recommended: boolean;
  updated_at: Time;
}

export interface Tables extends RuleTables, ChatTables {
  item_marks: ItemMarksTable;
  companies: CompaniesTable;
  company_quotas: CompanyQuotasTable;
  users: UsersTable;
  sessions: SessionsTable;
  socket_tickets: SocketTicketsTable;
  rate_limits: RateLimitsTable;
  audit_log: AuditLogTable;
  invitations: InvitationsTable;
  discounts: DiscountsTable;
  invoices: InvoicesTable;
  billing_seller: BillingSellerTable;
  billing_prices: BillingPricesTable;
  billing_buyers: BillingBuyersTable;
  billing_schedules: BillingSchedulesTable;
  invoice_drafts: InvoiceDraftsTable;
  trial_warnings: TrialWarningsTable;
  seat_days: SeatDaysTable;
  secrets: SecretsTable;
  outbox: OutboxTable;
  registrations: RegistrationsTable;
  password_resets: PasswordResetsTable;
  api_tokens: ApiTokensTable;
  api_token_projects: ApiTokenProjectsTable;
  known_devices: KnownDevicesTable;
  mcp_tokens: McpTokensTable;
  mcp_token_projects: McpTokenProjectsTable;
  oauth_clients: OauthClientsTable;
  oauth_grants: OauthGrantsTable;
  mcp_usage: McpUsageTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  sources: SourcesTable;
  source_access_checks: SourceAccessChecksTable;
  source_ledgers: SourceLedgersTable;
  linked_groups: LinkedGroupsTable;
  company_models: CompanyModelsTable;
  model_usage: ModelUsageTable;
  model_order_runs: ModelOrderRunsTable;
  model_order_cases: ModelOrderCasesTable;
  model_order_switches: ModelOrderSwitchesTable;
  model_answers: ModelAnswersTable;
  host_apps: HostAppsTable;
  app_installations: AppInstallationsTable;
  app_deliveries: AppDeliveriesTable;
  custom_sources: CustomSourcesTable;
  imported_items: ImportedItemsTable;
  import_tokens: ImportTokensTable;
  items_to_reread: ItemToRereadTable;
  unreadable_items: UnreadableItemsTable;
  source_disk: SourceDiskTable;
  index_disk: IndexDiskTable;
  git_authors: GitAuthorsTable;
  mailmaps: MailmapsTable;
  outside_requests: OutsideRequestsTable;
  git_paths: GitPathsTable;
  git_branches: GitBranchesTable;
  git_tags: GitTagsTable;
  git_commits: GitCommitsTable;
  scip_indexes: ScipIndexesTable;
  reference_checks: ReferenceChecksTable;
  checked_pages: CheckedPagesTable;
  stale_references: StaleReferencesTable;
  deleted_symbols: DeletedSymbolsTable;
  mirror_holders: MirrorHoldersTable;
  mirror_copies: MirrorCopiesTable;
  removed_sources: RemovedSourcesTable;
  git_changes: GitChangesTable;
  accounts: AccountsTable;
  issues: IssuesTable;
  issue_words: IssueWordsTable;
  issue_assignees: IssueAssigneesTable;
  issue_comments: IssueCommentsTable;
  localization_feedback: LocalizationFeedbackTable;
  issue_analyses: IssueAnalysesTable;
  backtests: BacktestsTable;
  saved_searches: SavedSearchesTable;
  search_watches: SearchWatchesTable;
  search_matches: SearchMatchesTable;
  search_processes: SearchProcessesTable;
  insight_targets: InsightTargetsTable;
  insight_annotations: InsightAnnotationsTable;
  dashboards: DashboardsTable;
  reports: ReportsTable;
  report_receivers: ReportReceiversTable;
  report_runs: ReportRunsTable;
  own_metrics: OwnMetricsTable;
  pages: PagesTable;
  page_versions: PageVersionsTable;
  page_comments: PageCommentsTable;
  change_requests: ChangeRequestsTable;
  request_reviews: RequestReviewsTable;
  request_files: RequestFilesTable;
  request_accounts: RequestAccountsTable;
  request_check_runs: RequestCheckRunsTable;
  source_checks: SourceChecksTable;
  request_comments: RequestCommentsTable;
  request_commits: RequestCommitsTable;
  request_events: RequestEventsTable;
  request_checks: RequestChecksTable;
  left_out_items: LeftOutItemsTable;
  restricted_items: RestrictedItemsTable;
  outgoing_webhooks: OutgoingWebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  reply_settings: ReplySettingsTable;
  issue_replies: IssueRepliesTable;
  reply_commands: ReplyCommandsTable;
  releases: ReleasesTable;
  issue_events: IssueEventsTable;
  issue_links: IssueLinksTable;
  issue_statuses: IssueStatusesTable;
  issue_commits: IssueCommitsTable;
  issue_requests: IssueRequestsTable;
  page_issues: PageIssuesTable;
  page_paths: PagePathsTable;
  page_symbols: PageSymbolsTable;
  persons: PersonsTable;
  person_identities: PersonIdentitiesTable;
  person_merges: PersonMergesTable;
  connections: ConnectionsTable;
  issue_writes: IssueWritesTable;
  oauth_states: OauthStatesTable;
  passkeys: PasskeysTable;
  authenticator_apps: AuthenticatorAppsTable;
  recovery_codes: RecoveryCodesTable;
  passkey_challenges: PasskeyChallengesTable;
  sign_in_tickets: SignInTicketsTable;
  sso_providers: SsoProvidersTable;
  sso_domains: SsoDomainsTable;
  sso_accounts: SsoAccountsTable;
  sso_attempts: SsoAttemptsTable;
  sso_codes: SsoCodesTable;
  sso_sign_out_hints: SsoSignOutHintsTable;
  sso_saml: SsoSamlTable;
  sso_ldap: SsoLdapTable;
  sso_assertions: SsoAssertionsTable;
  scim_tokens: ScimTokensTable;
  directory_users: DirectoryUsersTable;
  directory_groups: DirectoryGroupsTable;
  directory_group_members: DirectoryGroupMembersTable;
  directory_mappings: DirectoryMappingsTable;
  directory_left_members: DirectoryLeftMembersTable;
  expert_preferences: ExpertPreferencesTable;
  artifacts: ArtifactsTable;
  superseded_blobs: SupersededBlobsTable;
  backups: BackupsTable;
  blobs: BlobsTable;
  blob_chunks: BlobChunksTable;
  instance: InstanceTable;
  events: EventsTable;
  event_order: EventOrderTable;
  notices: NoticesTable;
  notice_marks: NoticeMarksTable;
  notice_settings: NoticeSettingsTable;
  notice_channels: NoticeChannelsTable;
}
