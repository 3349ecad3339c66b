/**
 * The endpoint table: every call of the specification's section 7 and every call that this project adds, once. The server mounts it, the
 * app's development build validates responses against it, and the contract test iterates over it.
 *
 * `path` is relative to the API prefix, `:name` marks a parameter. All of them are also answered without the trailing slash.
 */
import { z } from "zod";
import {
  Company,
  CompanyBody,
  CompanyPlan,
  CompanyUser,
  CompanyUsersQuery,
  ChangeRoleBody,
  Invitation,
  InvitationBody,
  InvitationWithLink,
  Invoice,
  PublicInvitation,
} from "./companies.ts";
import { Analysis, CommitsSince, SimilarIssue } from "./analysis.ts";
import { AuditFilters, AuditKept, AuditPage, AuditQuery, AuditRetention } from "./audit.ts";
import { Backtest, Backtests } from "./backtest.ts";
import {
  CodeBlame,
  CodeBlameQuery,
  CodeComparison,
  CodeCompareQuery,
  CodeContent,
  CodeContentQuery,
  CodeHistory,
  CodeHistoryQuery,
  CodeRawQuery,
  CodeRefs,
  CodeRefsQuery,
  CodeRepository,
} from "./code.ts";
import { CommitChanges, CommitChangesQuery } from "./commitChanges.ts";
import { CommitAnswer, CommitDiff, CommitDiffQuery, CommitQuery, FindCommitsQuery, FoundCommit } from "./commits.ts";
import {
  DocumentContent,
  DocumentContentQuery,
  DocumentStaleReferences,
  DocumentEntry,
  DocumentQuery,
  DocumentRelated,
  DocumentsQuery,
  FindDocumentsQuery,
  FoundDocument,
  RelatedDocument,
} from "./documents.ts";
import {
  Expert,
  ExpertContext,
  ExpertContextQuery,
  ExpertPreference,
  ExpertsQuery,
  KnowledgeMap,
  KnowledgeMapQuery,
} from "./experts.ts";
import { FilterValues, FilterValuesOfAllQuery, FilterValuesQuery } from "./filterValues.ts";
import { GoToAnswer, GoToQuery } from "./goTo.ts";
import { DASHBOARD_ENDPOINTS } from "./dashboardEndpoints.ts";
import { REPORT_ENDPOINTS } from "./reportEndpoints.ts";
import { OWN_METRIC_ENDPOINTS } from "./ownMetricEndpoints.ts";
import { EXPORT_ENDPOINTS } from "./exports.ts";
import { Uuid4 } from "./fieldSchemas.ts";
import { INSIGHT_ENDPOINTS } from "./insightEndpoints.ts";
import { Connected, ConnectedLinesQuery, ConnectedQuery, NamedThing, NamedThingsQuery } from "./graph.ts";
import { SourceLedger } from "./ledger.ts";
import { CompanyHealth } from "./health.ts";
import { Installation } from "./installation.ts";
import { InstallationSetup, SetupTest, SetupTestBody } from "./setup.ts";
import {
  CustomSource,
  CustomSourceBody,
  ImportBatch,
  ImportMapping,
  ImportResult,
  ImportToken,
  ImportTokenBody,
  NewImportToken,
  RunEnd,
} from "./imports.ts";
import { InvoiceBuyer, InvoiceBuyerBody } from "./invoiceBuyer.ts";
import { Issue, IssuePage, IssuesQuery } from "./issues.ts";
import {
  HeldWritesBody,
  IssueActions,
  IssueWriteAnswer,
  IssueWriteBody,
  NewIssueAnswer,
  NewIssueBody,
  NewIssueForm,
  NewIssueQuery,
  RetryWriteAnswer,
  RetryWriteBody,
  StoredWrites,
  StoredWritesQuery,
  UndoWritesBody,
  WriteBatch,
  WritingChoice,
} from "./issueWrites.ts";
import { FeedbackBody, Localization, LocalizeBody } from "./localization.ts";
import {
  AddedProjectUser,
  EmailsBody,
  Project,
  ProjectContents,
  ProjectBody,
  ProjectUpdate,
  ProjectUser,
  ProjectUserBody,
  Repository,
  RepositorySource,
  SourceValid,
  Tracker,
  TrackerSource,
  Wiki,
  WikiSource,
} from "./projects.ts";
import { CompanySeats, PlanChange, PlanChangeQuery } from "./planChange.ts";
import { CompanyQuotas } from "./quotas.ts";
import {
  FileMatches,
  FileMatchesQuery,
  MatchCounts,
  MatchCountsQuery,
  SearchAllAnswer,
  SearchAllExportQuery,
  SearchAllQuery,
  SearchAnswer,
  SearchExportQuery,
  SearchQuery,
} from "./search.ts";
import {
  ChangeRequest,
  CodeDiscussions,
  DiscussionsQuery,
  RequestDiff,
  RequestDiffQuery,
  RequestPage,
  RequestsQuery,
} from "./requests.ts";
import {
  CallHierarchy,
  CodeMatches,
  CodeMatchesQuery,
  Definitions,
  Implementations,
  MAX_SCIP_BYTES,
  References,
  ReferencesQuery,
  ScipBody,
  ScipListQuery,
  ScipQuery,
  ScipUpload,
  SymbolQuery,
} from "./references.ts";
import {
  NoticePage,
  NoticeSettings,
  NoticeSettingsBody,
  NoticesQuery,
  ReadNoticesBody,
  UnreadNotices,
  WaitingRequest,
} from "./notices.ts";
import { RestrictedPage, RestrictedQuery } from "./restricted.ts";
import { PersonAnswer, PersonKnowledge, PersonPartQuery, PersonWork } from "./personPage.ts";
import { Overview, OverviewQuery } from "./overview.ts";
import { PersonMerge, PersonMergeBody, PersonsQuery, ProjectPerson } from "./persons.ts";
import { SavedSearch, SavedSearchBody, SavedSearchesQuery, SavedSearchUpdate } from "./savedSearches.ts";
import {
  AddedFactor,
  ConfirmCodeBody,
  ConfirmPasskeyBody,
  NewAuthenticatorApp,
  PasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInBody,
  RecoveryCodes,
  SecondFactorBody,
  SecondFactorPolicy,
  SecondFactors,
} from "./secondFactors.ts";
import { Session, SocketTicket } from "./sessions.ts";
import { SignOutAnswer } from "./sso.ts";
import {
  FieldChoice,
  NewWebhook,
  RefPatterns,
  SourceAccess,
  SourceDetail,
  SourceFields,
  SourceName,
  SourcesQuery,
  RestrictedChoice,
} from "./sources.ts";
import {
  GroupAddress,
  GroupBody,
  GroupChange,
  GroupPreview,
  GroupRemoval,
  GroupsQuery,
  LinkedGroup,
} from "./linkedGroups.ts";
import {
  ConfirmBody,
  ChangePasswordBody,
  CurrentMcpToken,
  Dashboard,
  EmailBody,
  LoginAnswer,
  LoginBody,
  McpProjectOption,
  McpToken,
  McpTokenBody,
  McpTokenTest,
  McpUsage,
  NewMcpToken,
  OauthLoginAnswer,
  OauthLoginQuery,
  ProfileBody,
  RegisterAnswer,
  RegisterBody,
  ResetPasswordBody,
  TokenAnswer,
  User,
  VerifyBody,
} from "./users.ts";
import type { Endpoint } from "./endpoint.ts";
import { ACCESS_ENDPOINTS } from "./accessEndpoints.ts";
import { INTEGRATION_ENDPOINTS } from "./integrationEndpoints.ts";

export type { Endpoint } from "./endpoint.ts";

const InvitationToken = z.object({ invitation_token: Uuid4 });
const ResetToken = z.object({ token: Uuid4 });

// A table: one call, one row.
// prettier-ignore
export const endpoints = {
  // Projects
  listProjects: { method: "GET", path: "projects/", auth: "user", status: 200, response: z.array(Project), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createProject: { method: "POST", path: "projects/", auth: "user", body: ProjectBody, status: 201, response: Project, runs: "main", agents: false, expired: false, confirm: false },
  getProject: { method: "GET", path: "projects/:id/", auth: "user", status: 200, response: Project, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  updateProject: { method: "PUT", path: "projects/:id/", auth: "user", body: ProjectUpdate, status: 200, response: Project, runs: "main", agents: false, expired: false, confirm: false },
  deleteProject: { method: "DELETE", path: "projects/:id/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  addRepository: { method: "POST", path: "projects/:id/repositories/", auth: "user", body: RepositorySource, status: 201, response: Repository, runs: "main", agents: false, expired: false, confirm: false },
  linkGroup: { method: "POST", path: "projects/:id/groups/", auth: "user", body: GroupBody, status: 201, response: LinkedGroup, runs: "main", agents: false, expired: false, confirm: false },
  addTracker: { method: "POST", path: "projects/:id/trackers/", auth: "user", body: TrackerSource, status: 201, response: Tracker, runs: "main", agents: false, expired: false, confirm: false },
  addWiki: { method: "POST", path: "projects/:id/wikis/", auth: "user", body: WikiSource, status: 201, response: Wiki, runs: "main", agents: false, expired: false, confirm: false },
  removeRepository: { method: "DELETE", path: "projects/:id/repositories/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  removeTracker: { method: "DELETE", path: "projects/:id/trackers/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  removeWiki: { method: "DELETE", path: "projects/:id/wikis/:itemId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  validateRepository: { method: "POST", path: "repositories/validate/", auth: "user", body: RepositorySource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  validateTracker: { method: "POST", path: "trackers/validate/", auth: "user", body: TrackerSource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  validateWiki: { method: "POST", path: "wikis/validate/", auth: "user", body: WikiSource, status: 200, response: SourceValid, runs: "main", agents: false, expired: false, confirm: false },
  previewGroup: { method: "POST", path: "groups/preview/", auth: "user", body: GroupAddress, status: 200, response: GroupPreview, runs: "main", agents: false, expired: false, confirm: false },
  listGroups: { method: "GET", path: "groups/", auth: "user", query: GroupsQuery, status: 200, response: z.array(LinkedGroup), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  changeGroup: { method: "PUT", path: "groups/:itemId/", auth: "user", body: GroupChange, status: 200, response: LinkedGroup, runs: "main", agents: false, expired: false, confirm: false },
  compareGroup: { method: "POST", path: "groups/:itemId/compare/", auth: "user", status: 202, response: LinkedGroup, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  removeGroup: { method: "DELETE", path: "groups/:itemId/", auth: "user", query: GroupRemoval, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  createGroupWebhook: { method: "POST", path: "groups/:itemId/webhook/", auth: "user", status: 201, response: NewWebhook, runs: "main", agents: false, expired: false, confirm: false },
  createCustomSource: { method: "POST", path: "projects/:id/sources/", auth: "user", body: CustomSourceBody, status: 201, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  getImport: { method: "GET", path: "sources/:itemId/import/", auth: "user", imports: true, status: 200, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  keepImportMapping: { method: "PUT", path: "sources/:itemId/import-mapping/", auth: "user", body: ImportMapping, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  importItems: { method: "PUT", path: "sources/:itemId/items/", auth: "user", imports: true, body: ImportBatch, status: 200, response: ImportResult, runs: "main", agents: false, expired: false, confirm: false },
  beginImportRun: { method: "POST", path: "sources/:itemId/import-runs/", auth: "user", imports: true, status: 201, response: CustomSource, runs: "main", agents: false, expired: false, confirm: false },
  endImportRun: { method: "POST", path: "sources/:itemId/import-runs/end/", auth: "user", imports: true, body: RunEnd, status: 200, response: ImportResult, runs: "main", agents: false, expired: false, confirm: false },
  listImportTokens: { method: "GET", path: "sources/:itemId/import-tokens/", auth: "user", status: 200, response: z.array(ImportToken), runs: "main", agents: false, expired: false, confirm: false },
  createImportToken: { method: "POST", path: "sources/:itemId/import-tokens/", auth: "user", body: ImportTokenBody, status: 201, response: NewImportToken, runs: "main", agents: false, expired: false, confirm: true },
  deleteImportToken: { method: "DELETE", path: "import-tokens/:tokenId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  projectContents: { method: "GET", path: "project-contents/", auth: "user", query: SourcesQuery, status: 200, response: ProjectContents, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listSources: { method: "GET", path: "sources/", auth: "user", query: SourcesQuery, status: 200, response: z.array(SourceDetail), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listLedgers: { method: "GET", path: "source-ledgers/", auth: "user", query: SourcesQuery, status: 200, response: z.array(SourceLedger), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  compareSource: { method: "POST", path: "sources/:itemId/compare/", auth: "user", status: 202, response: SourceLedger, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  pauseSource: { method: "POST", path: "sources/:itemId/pause/", auth: "user", status: 200, response: SourceDetail, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  resumeSource: { method: "POST", path: "sources/:itemId/resume/", auth: "user", status: 200, response: SourceDetail, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  renewSourceAccess: { method: "PUT", path: "sources/:itemId/access/", auth: "user", body: SourceAccess, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  renameSource: { method: "PUT", path: "sources/:itemId/name/", auth: "user", body: SourceName, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseRestricted: { method: "PUT", path: "sources/:itemId/restricted/", auth: "user", body: RestrictedChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseWriting: { method: "PUT", path: "sources/:itemId/writing/", auth: "user", body: WritingChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  chooseRefs: { method: "PUT", path: "sources/:itemId/refs/", auth: "user", body: RefPatterns, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  listFields: { method: "GET", path: "sources/:itemId/fields/", auth: "user", status: 200, response: SourceFields, runs: "main", agents: false, expired: false, confirm: false },
  chooseFields: { method: "PUT", path: "sources/:itemId/fields/", auth: "user", body: FieldChoice, status: 200, response: SourceDetail, runs: "main", agents: false, expired: false, confirm: false },
  listRestricted: { method: "GET", path: "restricted/", auth: "user", query: RestrictedQuery, status: 200, response: RestrictedPage, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createWebhook: { method: "POST", path: "sources/:itemId/webhook/", auth: "user", status: 201, response: NewWebhook, runs: "main", agents: false, expired: false, confirm: false },
  removeWebhook: { method: "DELETE", path: "sources/:itemId/webhook/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  listPersons: { method: "GET", path: "persons/", auth: "user", query: PersonsQuery, status: 200, response: z.array(ProjectPerson), runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getPerson: { method: "GET", path: "projects/:id/people/:person/", auth: "user", status: 200, response: PersonAnswer, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  personWork: { method: "GET", path: "persons/work/", auth: "user", query: PersonPartQuery, status: 200, response: PersonWork, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  personKnowledge: { method: "GET", path: "persons/knowledge/", auth: "user", query: PersonPartQuery, status: 200, response: PersonKnowledge, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  connected: { method: "GET", path: "connected/", auth: "user", query: ConnectedQuery, status: 200, response: Connected, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  namedThings: { method: "GET", path: "named-things/", auth: "user", query: NamedThingsQuery, status: 200, response: z.array(NamedThing), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  connectedLines: { method: "GET", path: "connected-lines/", auth: "user", query: ConnectedLinesQuery, status: 200, response: Connected, runs: "pinned", agents: false, scope: "read", expired: false, confirm: false },
  mergePersons: { method: "POST", path: "persons/merges/", auth: "user", body: PersonMergeBody, status: 201, response: PersonMerge, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  undoPersonMerge: { method: "DELETE", path: "persons/merges/:mergeId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  syncProject: { method: "POST", path: "projects/:id/sync/", auth: "user", status: 202, response: Project, runs: "main", agents: false, scope: "write", expired: false, confirm: false },

  // Project users
  listProjectUsers: { method: "GET", path: "projects/:id/users/", auth: "user", status: 200, response: z.array(ProjectUser), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  addProjectUsers: { method: "POST", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 200, response: z.array(AddedProjectUser), runs: "main", agents: false, expired: false, confirm: false },
  removeProjectUsers: { method: "DELETE", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  changeProjectUser: { method: "PUT", path: "projects/:id/users/:userId/", auth: "user", body: ProjectUserBody, status: 200, response: ProjectUser, runs: "main", agents: false, expired: false, confirm: false },

  // Engines
  goTo: { method: "GET", path: "go-to/", auth: "user", query: GoToQuery, status: 200, response: GoToAnswer, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  searchAll: { method: "GET", path: "search/", auth: "user", query: SearchAllQuery, status: 200, response: SearchAllAnswer, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  exportSearchAll: { method: "GET", path: "search/export/", auth: "user", query: SearchAllExportQuery, status: 200, response: null, type: "text/csv", runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  filterValuesOfAll: { method: "GET", path: "search/filter-values/", auth: "user", query: FilterValuesOfAllQuery, status: 200, response: FilterValues, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  searchProject: { method: "GET", path: "projects/:id/search/", auth: "user", query: SearchQuery, status: 200, response: SearchAnswer, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  exportSearch: { method: "GET", path: "projects/:id/search/export/", auth: "user", query: SearchExportQuery, status: 200, response: null, type: "text/csv", runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  fileMatches: { method: "GET", path: "projects/:id/search/matches/", auth: "user", query: FileMatchesQuery, status: 200, response: FileMatches, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  matchCounts: { method: "GET", path: "match-counts/", auth: "user", query: MatchCountsQuery, status: 200, response: MatchCounts, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  commitChanges: { method: "GET", path: "commit-changes/", auth: "user", query: CommitChangesQuery, status: 200, response: CommitChanges, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  filterValues: { method: "GET", path: "filter-values/", auth: "user", query: FilterValuesQuery, status: 200, response: FilterValues, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  listSavedSearches: { method: "GET", path: "saved-searches/", auth: "user", query: SavedSearchesQuery, status: 200, response: z.array(SavedSearch), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createSavedSearch: { method: "POST", path: "projects/:id/saved-searches/", auth: "user", body: SavedSearchBody, status: 201, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  createCompanySearch: { method: "POST", path: "saved-searches/", auth: "user", body: SavedSearchBody, status: 201, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  updateSavedSearch: { method: "PUT", path: "saved-searches/:searchId/", auth: "user", body: SavedSearchUpdate, status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  deleteSavedSearch: { method: "DELETE", path: "saved-searches/:searchId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  watchSavedSearch: { method: "PUT", path: "saved-searches/:searchId/watch/", auth: "user", status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  unwatchSavedSearch: { method: "DELETE", path: "saved-searches/:searchId/watch/", auth: "user", status: 200, response: SavedSearch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listIssues: { method: "GET", path: "projects/:id/issues/", auth: "user", query: IssuesQuery, status: 200, response: IssuePage, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  getIssue: { method: "GET", path: "projects/:id/issues/:issueId/", auth: "user", status: 200, response: Issue, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  issueActions: { method: "GET", path: "projects/:id/issues/:issueId/actions/", auth: "user", status: 200, response: IssueActions, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  writeIssue: { method: "POST", path: "projects/:id/issues/:issueId/writes/", auth: "user", body: IssueWriteBody, status: 200, response: IssueWriteAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  newIssueForm: { method: "GET", path: "new-issue/", auth: "user", query: NewIssueQuery, status: 200, response: NewIssueForm, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  createIssue: { method: "POST", path: "projects/:id/new-issue/", auth: "user", body: NewIssueBody, status: 200, response: NewIssueAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listStoredWrites: { method: "GET", path: "issue-writes/", auth: "user", query: StoredWritesQuery, status: 200, response: StoredWrites, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  holdWrites: { method: "POST", path: "projects/:id/issue-writes/", auth: "user", body: HeldWritesBody, status: 202, response: WriteBatch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  undoWrites: { method: "POST", path: "projects/:id/issue-writes/undo/", auth: "user", body: UndoWritesBody, status: 200, response: WriteBatch, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  retryWrite: { method: "POST", path: "projects/:id/issue-writes/:writeId/retry/", auth: "user", body: RetryWriteBody, status: 200, response: RetryWriteAnswer, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  discardWrite: { method: "DELETE", path: "projects/:id/issue-writes/:writeId/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  analyzeIssue: { method: "GET", path: "projects/:id/issues/:issueId/analysis/", auth: "user", status: 200, response: Analysis, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  localizeIssue: { method: "GET", path: "projects/:id/issues/:issueId/localization/", auth: "user", status: 200, response: Localization, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  issueCommits: { method: "GET", path: "projects/:id/issues/:issueId/commits/", auth: "user", status: 200, response: CommitsSince, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  localizeText: { method: "POST", path: "projects/:id/localize/", auth: "user", body: LocalizeBody, status: 200, response: Localization, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  giveFeedback: { method: "POST", path: "projects/:id/localize/feedback/", auth: "user", body: FeedbackBody, status: 204, response: null, runs: "engine", agents: false, scope: "write", expired: false, confirm: false },
  listBacktests: { method: "GET", path: "projects/:id/backtest/", auth: "user", status: 200, response: Backtests, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  startBacktest: { method: "POST", path: "projects/:id/backtest/", auth: "user", status: 202, response: Backtest, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  issueExperts: { method: "GET", path: "projects/:id/issues/:issueId/experts/", auth: "user", status: 200, response: z.array(Expert), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  similarIssues: { method: "GET", path: "projects/:id/issues/:issueId/similar/", auth: "user", status: 200, response: z.array(SimilarIssue), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  issueDocuments: { method: "GET", path: "projects/:id/issues/:issueId/documents/", auth: "user", status: 200, response: z.array(RelatedDocument), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  projectExperts: { method: "GET", path: "projects/:id/experts/", auth: "user", query: ExpertsQuery, status: 200, response: z.array(Expert), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  expertContext: { method: "GET", path: "projects/:id/experts/context/", auth: "user", query: ExpertContextQuery, status: 200, response: ExpertContext, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  knowledgeMap: { method: "GET", path: "projects/:id/experts/map/", auth: "user", query: KnowledgeMapQuery, status: 200, response: KnowledgeMap, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getExpertPreference: { method: "GET", path: "users/me/expert-preference/", auth: "user", status: 200, response: ExpertPreference, runs: "main", agents: false, expired: false, confirm: false },
  setExpertPreference: { method: "PUT", path: "users/me/expert-preference/", auth: "user", body: ExpertPreference, status: 200, response: ExpertPreference, runs: "main", agents: false, expired: false, confirm: false },
  getOverview: { method: "GET", path: "overview/", auth: "user", query: OverviewQuery, status: 200, response: Overview, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  codeRepositories: { method: "GET", path: "projects/:id/code/", auth: "user", status: 200, response: z.array(CodeRepository), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeContent: { method: "GET", path: "projects/:id/code/content/", auth: "user", query: CodeContentQuery, status: 200, response: CodeContent, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeRefs: { method: "GET", path: "code/:id/refs/", auth: "user", query: CodeRefsQuery, status: 200, response: CodeRefs, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeBlame: { method: "GET", path: "code/:id/blame/", auth: "user", query: CodeBlameQuery, status: 200, response: CodeBlame, runs: "pinned", agents: true, scope: "read", expired: false, confirm: false },
  codeHistory: { method: "GET", path: "code/:id/history/", auth: "user", query: CodeHistoryQuery, status: 200, response: CodeHistory, runs: "pinned", agents: true, scope: "read", expired: false, confirm: false },
  codeCompare: { method: "GET", path: "code/:id/compare/", auth: "user", query: CodeCompareQuery, status: 200, response: CodeComparison, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeRaw: { method: "GET", path: "code/:id/raw/", auth: "user", query: CodeRawQuery, status: 200, response: null, type: "application/octet-stream", runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  findCommits: { method: "GET", path: "commits/", auth: "user", query: FindCommitsQuery, status: 200, response: z.array(FoundCommit), runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  getCommit: { method: "GET", path: "projects/:id/commits/:hash/", auth: "user", query: CommitQuery, status: 200, response: CommitAnswer, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  commitDiff: { method: "GET", path: "projects/:id/commits/:hash/diff/", auth: "user", query: CommitDiffQuery, status: 200, response: CommitDiff, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  listRequests: { method: "GET", path: "projects/:id/requests/", auth: "user", query: RequestsQuery, status: 200, response: RequestPage, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  getRequest: { method: "GET", path: "projects/:id/requests/:requestId/", auth: "user", status: 200, response: ChangeRequest, runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  requestDiff: { method: "GET", path: "request-diff/", auth: "user", query: RequestDiffQuery, status: 200, response: RequestDiff, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeDiscussions: { method: "GET", path: "discussions/", auth: "user", query: DiscussionsQuery, status: 200, response: CodeDiscussions, runs: "engine", agents: false, scope: "read", expired: false, confirm: false },
  definitions: { method: "GET", path: "definitions/", auth: "user", query: SymbolQuery, status: 200, response: Definitions, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  references: { method: "GET", path: "references/", auth: "user", query: ReferencesQuery, status: 200, response: References, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  implementations: { method: "GET", path: "implementations/", auth: "user", query: SymbolQuery, status: 200, response: Implementations, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  callHierarchy: { method: "GET", path: "call-hierarchy/", auth: "user", query: ReferencesQuery, status: 200, response: CallHierarchy, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  codeMatches: { method: "GET", path: "code-matches/", auth: "user", query: CodeMatchesQuery, status: 200, response: CodeMatches, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  uploadScip: { method: "POST", path: "scip/", auth: "user", query: ScipQuery, body: ScipBody, upload: MAX_SCIP_BYTES, status: 201, response: ScipUpload, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listScip: { method: "GET", path: "scip/", auth: "user", query: ScipListQuery, status: 200, response: z.array(ScipUpload), runs: "main", agents: true, scope: "read", expired: false, confirm: false },
  removeScip: { method: "DELETE", path: "sources/:itemId/scip/", auth: "user", status: 204, response: null, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  listDocuments: { method: "GET", path: "projects/:id/documents/", auth: "user", query: DocumentsQuery, status: 200, response: z.array(DocumentEntry), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  getDocument: { method: "GET", path: "projects/:id/documents/content/", auth: "user", query: DocumentContentQuery, status: 200, response: DocumentContent, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  findDocuments: { method: "GET", path: "projects/:id/documents/find/", auth: "user", query: FindDocumentsQuery, status: 200, response: z.array(FoundDocument), runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  relatedToDocument: { method: "GET", path: "projects/:id/documents/related/", auth: "user", query: DocumentQuery, status: 200, response: DocumentRelated, runs: "engine", agents: true, scope: "read", expired: false, confirm: false },
  documentStaleReferences: { method: "GET", path: "projects/:id/documents/stale-references/", auth: "user", query: DocumentQuery, status: 200, response: DocumentStaleReferences, runs: "main", agents: true, scope: "read", expired: false, confirm: false },

  // Companies
  listCompanies: { method: "GET", path: "companies/", auth: "user", status: 200, response: z.array(Company), runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getCompany: { method: "GET", path: "companies/:id/", auth: "user", status: 200, response: Company, runs: "main", agents: false, expired: true, confirm: false },
  updateCompany: { method: "PUT", path: "companies/:id/", auth: "user", body: CompanyBody, status: 200, response: Company, runs: "main", agents: false, expired: false, confirm: false },
  listCompanyUsers: { method: "GET", path: "companies/:id/users/", auth: "user", query: CompanyUsersQuery, status: 200, response: z.array(CompanyUser), runs: "main", agents: false, expired: true, confirm: false },
  removeCompanyUser: { method: "DELETE", path: "companies/:id/users/:userId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  changeCompanyRole: { method: "PUT", path: "companies/:id/users/:userId/change-role/", auth: "user", body: ChangeRoleBody, status: 200, response: CompanyUser, runs: "main", agents: false, expired: false, confirm: true },
  resetSecondFactors: { method: "DELETE", path: "companies/:id/users/:userId/second-factors/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  setSecondFactorPolicy: { method: "PUT", path: "companies/:id/second-factor-policy/", auth: "user", body: SecondFactorPolicy, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: true },
  listInvitations: { method: "GET", path: "companies/:id/invitations/", auth: "user", status: 200, response: z.array(Invitation), runs: "main", agents: false, expired: false, confirm: false },
  createInvitation: { method: "POST", path: "companies/:id/invitations/", auth: "user", body: InvitationBody, status: 201, response: InvitationWithLink, runs: "main", agents: false, expired: false, confirm: true },
  revokeInvitation: { method: "DELETE", path: "companies/:id/invitations/:invitationId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  resendInvitation: { method: "POST", path: "companies/:id/invitations/:invitationId/resend/", auth: "user", status: 200, response: InvitationWithLink, runs: "main", agents: false, expired: false, confirm: false },
  getCompanyPlan: { method: "GET", path: "companies/:id/plans/", auth: "user", status: 200, response: CompanyPlan, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getCompanyHealth: { method: "GET", path: "companies/:id/health/", auth: "user", status: 200, response: CompanyHealth, runs: "main", agents: false, expired: false, confirm: false },
  getSetup: { method: "GET", path: "companies/:id/setup/", auth: "user", status: 200, response: InstallationSetup, runs: "main", agents: false, expired: false, confirm: false },
  testSetup: { method: "POST", path: "companies/:id/setup/test/", auth: "user", body: SetupTestBody, status: 200, response: SetupTest, runs: "main", agents: false, expired: false, confirm: false },
  getCompanyQuotas: { method: "GET", path: "companies/:id/quotas/", auth: "user", status: 200, response: CompanyQuotas, runs: "main", agents: false, expired: false, confirm: false },
  previewPlan: { method: "GET", path: "companies/:id/plan/preview/", auth: "user", query: PlanChangeQuery, status: 200, response: PlanChange, runs: "main", agents: false, expired: true, confirm: false },
  getSeats: { method: "GET", path: "companies/:id/seats/", auth: "user", status: 200, response: CompanySeats, runs: "main", agents: false, expired: true, confirm: false },
  getInvoiceBuyer: { method: "GET", path: "companies/:id/invoice-buyer/", auth: "user", status: 200, response: InvoiceBuyer, runs: "main", agents: false, expired: true, confirm: false },
  setInvoiceBuyer: { method: "PUT", path: "companies/:id/invoice-buyer/", auth: "user", body: InvoiceBuyerBody, status: 200, response: InvoiceBuyer, runs: "main", agents: false, expired: true, confirm: false },
  listInvoices: { method: "GET", path: "companies/:id/invoices/", auth: "user", status: 200, response: z.array(Invoice), runs: "main", agents: false, expired: true, confirm: false },
  getInvoiceFile: { method: "GET", path: "companies/:id/invoices/:invoiceId/file/", auth: "user", status: 200, response: null, type: "application/octet-stream", runs: "main", agents: false, expired: true, confirm: false },
  listAudit: { method: "GET", path: "companies/:id/audit/", auth: "user", query: AuditQuery, status: 200, response: AuditPage, runs: "main", agents: false, expired: false, confirm: false },
  setAuditRetention: { method: "PUT", path: "companies/:id/audit/", auth: "user", body: AuditRetention, status: 200, response: AuditKept, runs: "main", agents: false, expired: false, confirm: true },
  exportAudit: { method: "GET", path: "companies/:id/audit/export/", auth: "user", query: AuditFilters, status: 200, response: null, type: "text/csv", runs: "queue", agents: false, expired: false, confirm: true },

  // Users
  getInstallation: { method: "GET", path: "installation/", auth: "none", status: 200, response: Installation, runs: "main", agents: false, expired: false, confirm: false },
  login: { method: "POST", path: "users/login/", auth: "none", body: LoginBody, status: 200, response: LoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  getMe: { method: "GET", path: "users/me/", auth: "user", status: 200, response: User, runs: "main", agents: false, scope: "read", expired: true, confirm: false, beforeFactor: true },
  updateMe: { method: "PUT", path: "users/me/", auth: "user", body: ProfileBody, status: 200, response: User, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  logout: { method: "POST", path: "users/logout/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  logoutAtProvider: { method: "POST", path: "users/sso/sign-out/", auth: "user", status: 200, response: SignOutAnswer, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  hideFirstSteps: { method: "DELETE", path: "users/me/first-steps/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  listSessions: { method: "GET", path: "users/me/sessions/", auth: "user", status: 200, response: z.array(Session), runs: "main", agents: false, expired: true, confirm: false },
  revokeSession: { method: "DELETE", path: "users/me/sessions/:sessionId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  revokeOtherSessions: { method: "DELETE", path: "users/me/sessions/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  createSocketTicket: { method: "POST", path: "users/me/socket-ticket/", auth: "user", status: 201, response: SocketTicket, runs: "main", agents: false, expired: false, confirm: false },
  register: { method: "POST", path: "users/register/", auth: "none", query: InvitationToken, body: RegisterBody, status: 201, response: RegisterAnswer, runs: "main", agents: false, expired: false, confirm: false },
  changePassword: { method: "POST", path: "users/change-password/", auth: "user", body: ChangePasswordBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false },
  confirmPassword: { method: "POST", path: "users/me/confirm/", auth: "user", body: ConfirmBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  finishSecondFactor: { method: "POST", path: "users/second-factor/", auth: "none", body: SecondFactorBody, status: 200, response: TokenAnswer, runs: "main", agents: false, expired: true, confirm: false },
  beginPasskeySignIn: { method: "POST", path: "users/passkey/begin/", auth: "none", status: 200, response: PasskeyRequest, runs: "main", agents: false, expired: true, confirm: false },
  finishPasskeySignIn: { method: "POST", path: "users/passkey/finish/", auth: "none", body: PasskeySignInBody, status: 200, response: TokenAnswer, runs: "main", agents: false, expired: true, confirm: false },
  getSecondFactors: { method: "GET", path: "users/me/second-factors/", auth: "user", status: 200, response: SecondFactors, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  beginPasskey: { method: "POST", path: "users/me/passkeys/begin/", auth: "user", status: 200, response: PasskeyCreation, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  addPasskey: { method: "POST", path: "users/me/passkeys/", auth: "user", body: PasskeyBody, status: 201, response: AddedFactor, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  removePasskey: { method: "DELETE", path: "users/me/passkeys/:passkeyId/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  beginAuthenticatorApp: { method: "POST", path: "users/me/authenticator-app/begin/", auth: "user", status: 200, response: NewAuthenticatorApp, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  addAuthenticatorApp: { method: "POST", path: "users/me/authenticator-app/", auth: "user", body: ConfirmCodeBody, status: 201, response: AddedFactor, runs: "main", agents: false, expired: true, confirm: true, beforeFactor: true },
  removeAuthenticatorApp: { method: "DELETE", path: "users/me/authenticator-app/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: true, confirm: true },
  renewRecoveryCodes: { method: "POST", path: "users/me/recovery-codes/", auth: "user", status: 201, response: RecoveryCodes, runs: "main", agents: false, expired: true, confirm: true },
  confirmCode: { method: "POST", path: "users/me/confirm/code/", auth: "user", body: ConfirmCodeBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  beginPasskeyConfirmation: { method: "POST", path: "users/me/confirm/passkey/begin/", auth: "user", status: 200, response: PasskeyRequest, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  confirmPasskey: { method: "POST", path: "users/me/confirm/passkey/", auth: "user", body: ConfirmPasskeyBody, status: 204, response: null, runs: "main", agents: false, expired: true, confirm: false, beforeFactor: true },
  getInvitation: { method: "GET", path: "invitations/:token/", auth: "none", status: 200, response: PublicInvitation, runs: "main", agents: false, expired: false, confirm: false },
  verifyUser: { method: "POST", path: "users/verify/", auth: "none", body: VerifyBody, status: 200, response: LoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  resendVerification: { method: "POST", path: "users/resend-verification/", auth: "none", body: EmailBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  forgotPassword: { method: "POST", path: "users/forgot-password/", auth: "none", body: EmailBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  resetPassword: { method: "POST", path: "users/reset-password/", auth: "none", body: ResetPasswordBody, status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  validateReset: { method: "GET", path: "users/reset-password/validate/", auth: "none", query: ResetToken, status: 200, response: z.object({ valid: z.boolean() }), runs: "main", agents: false, expired: false, confirm: false },
  oauthLogin: { method: "GET", path: "users/oauth/login/", auth: "user", query: OauthLoginQuery, status: 200, response: OauthLoginAnswer, runs: "main", agents: false, expired: false, confirm: false },
  oauthDisconnect: { method: "DELETE", path: "users/oauth/disconnect/:provider/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  listNotices: { method: "GET", path: "notices/", auth: "user", query: NoticesQuery, status: 200, response: NoticePage, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  countUnreadNotices: { method: "GET", path: "notices/unread/", auth: "user", status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  readNotice: { method: "PUT", path: "notices/:noticeId/read/", auth: "user", status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  readNotices: { method: "POST", path: "notices/read/", auth: "user", body: ReadNoticesBody, status: 200, response: UnreadNotices, runs: "main", agents: false, scope: "write", expired: false, confirm: false },
  getNoticeSettings: { method: "GET", path: "notice-settings/", auth: "user", status: 200, response: NoticeSettings, runs: "main", agents: false, expired: false, confirm: false },
  updateNoticeSettings: { method: "PUT", path: "notice-settings/", auth: "user", body: NoticeSettingsBody, status: 200, response: NoticeSettings, runs: "main", agents: false, expired: false, confirm: false },
  listWaitingRequests: { method: "GET", path: "waiting-requests/", auth: "user", status: 200, response: z.array(WaitingRequest), runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  getDashboard: { method: "GET", path: "users/dashboard/", auth: "user", status: 200, response: Dashboard, runs: "main", agents: false, scope: "read", expired: false, confirm: false },
  listMcpTokens: { method: "GET", path: "users/mcp-tokens/", auth: "user", status: 200, response: z.array(McpToken), runs: "main", agents: false, expired: false, confirm: false },
  createMcpToken: { method: "POST", path: "users/mcp-tokens/", auth: "user", body: McpTokenBody, status: 201, response: NewMcpToken, runs: "main", agents: false, expired: false, confirm: true },
  deleteMcpToken: { method: "DELETE", path: "users/mcp-tokens/:id/", auth: "user", status: 204, response: null, runs: "main", agents: false, expired: false, confirm: false },
  rotateMcpToken: { method: "POST", path: "users/mcp-tokens/:id/rotate/", auth: "user", status: 200, response: NewMcpToken, runs: "main", agents: false, expired: false, confirm: true },
  mcpTokenUsage: { method: "GET", path: "users/mcp-tokens/:id/usage/", auth: "user", status: 200, response: McpUsage, runs: "main", agents: false, expired: false, confirm: false },
  testMcpToken: { method: "POST", path: "users/mcp-tokens/:id/test/", auth: "user", status: 200, response: McpTokenTest, runs: "main", agents: false, expired: false, confirm: false },
  currentMcpToken: { method: "GET", path: "users/mcp-tokens/current/", auth: "user", status: 200, response: CurrentMcpToken, runs: "main", agents: true, expired: false, confirm: false },
  mcpProjectOptions: { method: "GET", path: "users/mcp-tokens/project-options/", auth: "user", status: 200, response: z.array(McpProjectOption), runs: "main", agents: false, expired: false, confirm: false },

  ...INSIGHT_ENDPOINTS,
  ...INTEGRATION_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...DASHBOARD_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...OWN_METRIC_ENDPOINTS,
  ...EXPORT_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Table = typeof endpoints;
type Column = "runs" | "agents" | "expired" | "confirm";
/** The names of the endpoints that have a value in a column. */
export type EndpointsWith<C extends Column, V extends Endpoint[C]> = {
  [N in EndpointName]: Table[N][C] extends V ? N : never;
}[EndpointName];
export const endpointsWith = <C extends Column, const V extends Endpoint[C]>(column: C, ...values: readonly V[]) =>
  (Object.keys(endpoints) as EndpointName[]).filter((name): name is EndpointsWith<C, V> =>
    values.some((value) => endpoints[name][column] === value),
  );
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
/** What a handler receives and returns, by the endpoint's name. */
export type BodyOf<N extends EndpointName> = Table[N] extends { body: infer B } ? Parsed<B> : undefined;
export type QueryOf<N extends EndpointName> = Table[N] extends { query: infer Q } ? Parsed<Q> : undefined;
export type AnswerOf<N extends EndpointName> = Table[N]["response"] extends z.ZodType
  ? z.output<Table[N]["response"]>
  : void;
/** The `:name` parameters of a path, as an object of strings. */
export type ParamsOf<N extends EndpointName> = Record<ParamNames<Table[N]["path"]>, string>;
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}` ? Name | ParamNames<Rest> : never;
