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
  DocumentContent,
  DocumentContentQuery,
  DocumentDrift,
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
import { Uuid4 } from "./fieldSchemas.ts";
import {
  InsightOptions,
  InsightOptionsQuery,
  InsightRowPage,
  InsightRowsQuery,
  Insights,
  InsightsQuery,
  InsightViewRowsQuery,
  InsightViews,
} from "./insights.ts";
import { CompanyHealth } from "./health.ts";
import { Installation } from "./installation.ts";
import { Issue, IssuePage, IssuesQuery } from "./issues.ts";
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
import { CompanyQuotas } from "./quotas.ts";
import { SearchAllAnswer, SearchAllQuery, SearchAnswer, SearchQuery } from "./search.ts";
import { RestrictedPage, RestrictedQuery } from "./restricted.ts";
import { PersonMerge, PersonMergeBody, PersonsQuery, ProjectPerson } from "./persons.ts";
import { Session, SocketTicket } from "./sessions.ts";
import { NewWebhook, SourceAccess, SourceDetail, SourcesQuery, RestrictedChoice } from "./sources.ts";
import {
  ConfirmBody,
  ChangePasswordBody,
  CurrentMcpToken,
  Dashboard,
  EmailBody,
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

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** `none`: public; `user`: requires a valid token. */
  readonly auth: "none" | "user";
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Status of a success; 204 has no body. */
  readonly status: 200 | 201 | 202 | 204;
  /** Null where the success has no JSON body. */
  readonly response: z.ZodType | null;
  /** Default: `json`. */
  readonly type?: "text/csv";
}

const InvitationToken = z.object({ invitation_token: Uuid4 });
const ResetToken = z.object({ token: Uuid4 });

// A table: one call, one row.
// prettier-ignore
export const endpoints = {
  // Projects
  listProjects: { method: "GET", path: "projects/", auth: "user", status: 200, response: z.array(Project) },
  createProject: { method: "POST", path: "projects/", auth: "user", body: ProjectBody, status: 201, response: Project },
  getProject: { method: "GET", path: "projects/:id/", auth: "user", status: 200, response: Project },
  updateProject: { method: "PUT", path: "projects/:id/", auth: "user", body: ProjectUpdate, status: 200, response: Project },
  deleteProject: { method: "DELETE", path: "projects/:id/", auth: "user", status: 204, response: null },
  addRepository: { method: "POST", path: "projects/:id/repositories/", auth: "user", body: RepositorySource, status: 201, response: Repository },
  addTracker: { method: "POST", path: "projects/:id/trackers/", auth: "user", body: TrackerSource, status: 201, response: Tracker },
  addWiki: { method: "POST", path: "projects/:id/wikis/", auth: "user", body: WikiSource, status: 201, response: Wiki },
  removeRepository: { method: "DELETE", path: "projects/:id/repositories/:itemId/", auth: "user", status: 204, response: null },
  removeTracker: { method: "DELETE", path: "projects/:id/trackers/:itemId/", auth: "user", status: 204, response: null },
  removeWiki: { method: "DELETE", path: "projects/:id/wikis/:itemId/", auth: "user", status: 204, response: null },
  validateRepository: { method: "POST", path: "repositories/validate/", auth: "user", body: RepositorySource, status: 200, response: SourceValid },
  validateTracker: { method: "POST", path: "trackers/validate/", auth: "user", body: TrackerSource, status: 200, response: SourceValid },
  validateWiki: { method: "POST", path: "wikis/validate/", auth: "user", body: WikiSource, status: 200, response: SourceValid },
  projectContents: { method: "GET", path: "project-contents/", auth: "user", query: SourcesQuery, status: 200, response: ProjectContents },
  listSources: { method: "GET", path: "sources/", auth: "user", query: SourcesQuery, status: 200, response: z.array(SourceDetail) },
  pauseSource: { method: "POST", path: "sources/:itemId/pause/", auth: "user", status: 200, response: SourceDetail },
  resumeSource: { method: "POST", path: "sources/:itemId/resume/", auth: "user", status: 200, response: SourceDetail },
  renewSourceAccess: { method: "PUT", path: "sources/:itemId/access/", auth: "user", body: SourceAccess, status: 200, response: SourceDetail },
  chooseRestricted: { method: "PUT", path: "sources/:itemId/restricted/", auth: "user", body: RestrictedChoice, status: 200, response: SourceDetail },
  listRestricted: { method: "GET", path: "restricted/", auth: "user", query: RestrictedQuery, status: 200, response: RestrictedPage },
  createWebhook: { method: "POST", path: "sources/:itemId/webhook/", auth: "user", status: 201, response: NewWebhook },
  removeWebhook: { method: "DELETE", path: "sources/:itemId/webhook/", auth: "user", status: 204, response: null },
  listPersons: { method: "GET", path: "persons/", auth: "user", query: PersonsQuery, status: 200, response: z.array(ProjectPerson) },
  mergePersons: { method: "POST", path: "persons/merges/", auth: "user", body: PersonMergeBody, status: 201, response: PersonMerge },
  undoPersonMerge: { method: "DELETE", path: "persons/merges/:mergeId/", auth: "user", status: 204, response: null },
  syncProject: { method: "POST", path: "projects/:id/sync/", auth: "user", status: 202, response: Project },

  // Project users
  listProjectUsers: { method: "GET", path: "projects/:id/users/", auth: "user", status: 200, response: z.array(ProjectUser) },
  addProjectUsers: { method: "POST", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 200, response: z.array(AddedProjectUser) },
  removeProjectUsers: { method: "DELETE", path: "projects/:id/users/", auth: "user", body: EmailsBody, status: 204, response: null },
  changeProjectUser: { method: "PUT", path: "projects/:id/users/:userId/", auth: "user", body: ProjectUserBody, status: 200, response: ProjectUser },

  // Engines
  searchAll: { method: "GET", path: "search/", auth: "user", query: SearchAllQuery, status: 200, response: SearchAllAnswer },
  searchProject: { method: "GET", path: "projects/:id/search/", auth: "user", query: SearchQuery, status: 200, response: SearchAnswer },
  listIssues: { method: "GET", path: "projects/:id/issues/", auth: "user", query: IssuesQuery, status: 200, response: IssuePage },
  getIssue: { method: "GET", path: "projects/:id/issues/:issueId/", auth: "user", status: 200, response: Issue },
  analyzeIssue: { method: "GET", path: "projects/:id/issues/:issueId/analysis/", auth: "user", status: 200, response: Analysis },
  localizeIssue: { method: "GET", path: "projects/:id/issues/:issueId/localization/", auth: "user", status: 200, response: Localization },
  issueCommits: { method: "GET", path: "projects/:id/issues/:issueId/commits/", auth: "user", status: 200, response: CommitsSince },
  localizeText: { method: "POST", path: "projects/:id/localize/", auth: "user", body: LocalizeBody, status: 200, response: Localization },
  giveFeedback: { method: "POST", path: "projects/:id/localize/feedback/", auth: "user", body: FeedbackBody, status: 204, response: null },
  listBacktests: { method: "GET", path: "projects/:id/backtest/", auth: "user", status: 200, response: Backtests },
  startBacktest: { method: "POST", path: "projects/:id/backtest/", auth: "user", status: 202, response: Backtest },
  issueExperts: { method: "GET", path: "projects/:id/issues/:issueId/experts/", auth: "user", status: 200, response: z.array(Expert) },
  similarIssues: { method: "GET", path: "projects/:id/issues/:issueId/similar/", auth: "user", status: 200, response: z.array(SimilarIssue) },
  issueDocuments: { method: "GET", path: "projects/:id/issues/:issueId/documents/", auth: "user", status: 200, response: z.array(RelatedDocument) },
  projectExperts: { method: "GET", path: "projects/:id/experts/", auth: "user", query: ExpertsQuery, status: 200, response: z.array(Expert) },
  expertContext: { method: "GET", path: "projects/:id/experts/context/", auth: "user", query: ExpertContextQuery, status: 200, response: ExpertContext },
  knowledgeMap: { method: "GET", path: "projects/:id/experts/map/", auth: "user", query: KnowledgeMapQuery, status: 200, response: KnowledgeMap },
  getExpertPreference: { method: "GET", path: "users/me/expert-preference/", auth: "user", status: 200, response: ExpertPreference },
  setExpertPreference: { method: "PUT", path: "users/me/expert-preference/", auth: "user", body: ExpertPreference, status: 200, response: ExpertPreference },
  listDocuments: { method: "GET", path: "projects/:id/documents/", auth: "user", query: DocumentsQuery, status: 200, response: z.array(DocumentEntry) },
  getDocument: { method: "GET", path: "projects/:id/documents/content/", auth: "user", query: DocumentContentQuery, status: 200, response: DocumentContent },
  findDocuments: { method: "GET", path: "projects/:id/documents/find/", auth: "user", query: FindDocumentsQuery, status: 200, response: z.array(FoundDocument) },
  relatedToDocument: { method: "GET", path: "projects/:id/documents/related/", auth: "user", query: DocumentQuery, status: 200, response: DocumentRelated },
  documentDrift: { method: "GET", path: "projects/:id/documents/drift/", auth: "user", query: DocumentQuery, status: 200, response: DocumentDrift },

  // Companies
  listCompanies: { method: "GET", path: "companies/", auth: "user", status: 200, response: z.array(Company) },
  getCompany: { method: "GET", path: "companies/:id/", auth: "user", status: 200, response: Company },
  updateCompany: { method: "PUT", path: "companies/:id/", auth: "user", body: CompanyBody, status: 200, response: Company },
  listCompanyUsers: { method: "GET", path: "companies/:id/users/", auth: "user", query: CompanyUsersQuery, status: 200, response: z.array(CompanyUser) },
  removeCompanyUser: { method: "DELETE", path: "companies/:id/users/:userId/", auth: "user", status: 204, response: null },
  changeCompanyRole: { method: "PUT", path: "companies/:id/users/:userId/change-role/", auth: "user", body: ChangeRoleBody, status: 200, response: CompanyUser },
  listInvitations: { method: "GET", path: "companies/:id/invitations/", auth: "user", status: 200, response: z.array(Invitation) },
  createInvitation: { method: "POST", path: "companies/:id/invitations/", auth: "user", body: InvitationBody, status: 201, response: InvitationWithLink },
  revokeInvitation: { method: "DELETE", path: "companies/:id/invitations/:invitationId/", auth: "user", status: 204, response: null },
  resendInvitation: { method: "POST", path: "companies/:id/invitations/:invitationId/resend/", auth: "user", status: 200, response: InvitationWithLink },
  getCompanyPlan: { method: "GET", path: "companies/:id/plans/", auth: "user", status: 200, response: CompanyPlan },
  getCompanyHealth: { method: "GET", path: "companies/:id/health/", auth: "user", status: 200, response: CompanyHealth },
  getCompanyQuotas: { method: "GET", path: "companies/:id/quotas/", auth: "user", status: 200, response: CompanyQuotas },
  listInvoices: { method: "GET", path: "companies/:id/invoices/", auth: "user", status: 200, response: z.array(Invoice) },
  listAudit: { method: "GET", path: "companies/:id/audit/", auth: "user", query: AuditQuery, status: 200, response: AuditPage },
  setAuditRetention: { method: "PUT", path: "companies/:id/audit/", auth: "user", body: AuditRetention, status: 200, response: AuditKept },
  exportAudit: { method: "GET", path: "companies/:id/audit/export/", auth: "user", query: AuditFilters, status: 200, response: null, type: "text/csv" },

  // Users
  getInstallation: { method: "GET", path: "installation/", auth: "none", status: 200, response: Installation },
  login: { method: "POST", path: "users/login/", auth: "none", body: LoginBody, status: 200, response: TokenAnswer },
  getMe: { method: "GET", path: "users/me/", auth: "user", status: 200, response: User },
  updateMe: { method: "PUT", path: "users/me/", auth: "user", body: ProfileBody, status: 200, response: User },
  logout: { method: "POST", path: "users/logout/", auth: "user", status: 204, response: null },
  listSessions: { method: "GET", path: "users/me/sessions/", auth: "user", status: 200, response: z.array(Session) },
  revokeSession: { method: "DELETE", path: "users/me/sessions/:sessionId/", auth: "user", status: 204, response: null },
  revokeOtherSessions: { method: "DELETE", path: "users/me/sessions/", auth: "user", status: 204, response: null },
  createSocketTicket: { method: "POST", path: "users/me/socket-ticket/", auth: "user", status: 201, response: SocketTicket },
  register: { method: "POST", path: "users/register/", auth: "none", query: InvitationToken, body: RegisterBody, status: 201, response: RegisterAnswer },
  changePassword: { method: "POST", path: "users/change-password/", auth: "user", body: ChangePasswordBody, status: 204, response: null },
  confirmPassword: { method: "POST", path: "users/me/confirm/", auth: "user", body: ConfirmBody, status: 204, response: null },
  getInvitation: { method: "GET", path: "invitations/:token/", auth: "none", status: 200, response: PublicInvitation },
  verifyUser: { method: "POST", path: "users/verify/", auth: "none", body: VerifyBody, status: 200, response: TokenAnswer },
  resendVerification: { method: "POST", path: "users/resend-verification/", auth: "none", body: EmailBody, status: 204, response: null },
  forgotPassword: { method: "POST", path: "users/forgot-password/", auth: "none", body: EmailBody, status: 204, response: null },
  resetPassword: { method: "POST", path: "users/reset-password/", auth: "none", body: ResetPasswordBody, status: 204, response: null },
  validateReset: { method: "GET", path: "users/reset-password/validate/", auth: "none", query: ResetToken, status: 200, response: z.object({ valid: z.boolean() }) },
  oauthLogin: { method: "GET", path: "users/oauth/login/", auth: "user", query: OauthLoginQuery, status: 200, response: OauthLoginAnswer },
  oauthDisconnect: { method: "DELETE", path: "users/oauth/disconnect/:provider/", auth: "user", status: 204, response: null },
  getDashboard: { method: "GET", path: "users/dashboard/", auth: "user", status: 200, response: Dashboard },
  listMcpTokens: { method: "GET", path: "users/mcp-tokens/", auth: "user", status: 200, response: z.array(McpToken) },
  createMcpToken: { method: "POST", path: "users/mcp-tokens/", auth: "user", body: McpTokenBody, status: 201, response: NewMcpToken },
  deleteMcpToken: { method: "DELETE", path: "users/mcp-tokens/:id/", auth: "user", status: 204, response: null },
  rotateMcpToken: { method: "POST", path: "users/mcp-tokens/:id/rotate/", auth: "user", status: 200, response: NewMcpToken },
  mcpTokenUsage: { method: "GET", path: "users/mcp-tokens/:id/usage/", auth: "user", status: 200, response: McpUsage },
  testMcpToken: { method: "POST", path: "users/mcp-tokens/:id/test/", auth: "user", status: 200, response: McpTokenTest },
  currentMcpToken: { method: "GET", path: "users/mcp-tokens/current/", auth: "user", status: 200, response: CurrentMcpToken },
  mcpProjectOptions: { method: "GET", path: "users/mcp-tokens/project-options/", auth: "user", status: 200, response: z.array(McpProjectOption) },

  // Insights
  getInsights: { method: "GET", path: "insights/", auth: "user", query: InsightsQuery, status: 200, response: Insights },
  insightOptions: { method: "GET", path: "insights/options/", auth: "user", query: InsightOptionsQuery, status: 200, response: InsightOptions },
  insightRows: { method: "GET", path: "insights/rows/", auth: "user", query: InsightRowsQuery, status: 200, response: InsightRowPage },
  insightViewRows: { method: "GET", path: "insights/views/rows/", auth: "user", query: InsightViewRowsQuery, status: 200, response: InsightRowPage },
  insightViews: { method: "GET", path: "insights/views/", auth: "user", query: InsightsQuery, status: 200, response: InsightViews },
  exportInsights: { method: "GET", path: "insights/export/", auth: "user", query: InsightsQuery, status: 200, response: null, type: "text/csv" },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Table = typeof endpoints;
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
