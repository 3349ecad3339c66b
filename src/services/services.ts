import type { Language } from "../../contract/access/users.ts";
import type { AppsService } from "./apps.ts";
import type { AskService } from "./ask.ts";
import type { AccessService } from "./access.ts";
import type { BacktestsService } from "./backtests.ts";
import type { BillingService } from "./billing.ts";
import { createCodeService, type CodeService } from "./code.ts";
import { createCommitsService, type CommitsService } from "./commits.ts";
import type { CompaniesService } from "./companies.ts";
import type { DashboardsService } from "./dashboards.ts";
import type { ReportsService } from "./reports.ts";
import type { OwnMetricsService } from "./ownMetrics.ts";
import { createExpertsService, type ExpertsService } from "./experts.ts";
import { createDocumentsService, type DocumentsService } from "./documents.ts";
import { createClient } from "./client.ts";
import type { ChecksService } from "./checks.ts";
import { createGraphService, type GraphService } from "./graph.ts";
import type { GroupsService } from "./groups.ts";
import type { Http } from "./http.ts";
import type { HostAccessService } from "./hostAccess.ts";
import type { ImportsService } from "./imports.ts";
import type { InsightsService } from "./insights.ts";
import { createInstallationService, type InstallationService } from "./installation.ts";
import { createIssuesService, type IssuesService } from "./issues.ts";
import { createNoticesService, type NoticesService } from "./notices.ts";
import { createPersonsService, type PersonsService } from "./persons.ts";
import { createProjectsService, type ProjectsService } from "./projects.ts";
import { createRequestsService, type RequestsService } from "./requests.ts";
import { createReferencesService, type ReferencesService } from "./references.ts";
import { createSavedSearchesService, type SavedSearchesService } from "./savedSearches.ts";
import { createSearchService, type SearchService } from "./search.ts";
import { createSourcesService, type SourcesService } from "./sources.ts";
import type { SecondFactorsService } from "./secondFactors.ts";
import type { DirectoryService } from "./directory.ts";
import type { SsoService } from "./sso.ts";
import type { ChatsService } from "./chats.ts";
import type { OutgoingWebhooksService } from "./outgoingWebhooks.ts";
import type { RepliesService } from "./replies.ts";
import type { MarksService } from "./marks.ts";
import type { RulesService } from "./rules.ts";
import { lazy } from "./lazyService.ts";
import { createUsersService, type UsersService } from "./users.ts";

/**
 * Every request of the app, by noun. Each returns a `Result` and never throws for failures of the host, nor where the code of a service
 * cannot be loaded.
 */
export interface Services {
  readonly users: UsersService;
  readonly code: CodeService;
  readonly commits: CommitsService;
  readonly references: ReferencesService;
  readonly companies: CompaniesService;
  readonly installation: InstallationService;
  readonly notices: NoticesService;
  readonly persons: PersonsService;
  readonly projects: ProjectsService;
  readonly sources: SourcesService;
  readonly issues: IssuesService;
  readonly requests: RequestsService;
  readonly backtests: BacktestsService;
  readonly search: SearchService;
  readonly savedSearches: SavedSearchesService;
  readonly documents: DocumentsService;
  readonly experts: ExpertsService;
  readonly graph: GraphService;
  readonly insights: InsightsService;
  readonly groups: GroupsService;
  readonly imports: ImportsService;
  readonly hostAccess: HostAccessService;
  readonly checks: ChecksService;
  readonly dashboards: DashboardsService;
  readonly reports: ReportsService;
  readonly ownMetrics: OwnMetricsService;
  readonly access: AccessService;
  readonly billing: BillingService;
  readonly directory: DirectoryService;
  readonly sso: SsoService;
  readonly secondFactors: SecondFactorsService;
  readonly apps: AppsService;
  readonly chats: ChatsService;
  readonly outgoingWebhooks: OutgoingWebhooksService;
  readonly replies: RepliesService;
  readonly marks: MarksService;
  readonly rules: RulesService;
  readonly ask: AskService;
}

/** Services that the first screens do not call are loaded with their first call. `language` is that of the page. */
export const createServices = (http: Http, language?: () => Language): Services => {
  const client = createClient(http);
  return {
    users: createUsersService(client, language),
    code: createCodeService(client),
    commits: createCommitsService(client),
    references: createReferencesService(client),
    installation: createInstallationService(client),
    notices: createNoticesService(client),
    persons: createPersonsService(client),
    projects: createProjectsService(client),
    sources: createSourcesService(client),
    issues: createIssuesService(client),
    requests: createRequestsService(client),
    search: createSearchService(client),
    savedSearches: createSavedSearchesService(client),
    documents: createDocumentsService(client),
    experts: createExpertsService(client),
    graph: createGraphService(client),
    insights: lazy(async () => (await import("./insights.ts")).createInsightsService(client)),
    backtests: lazy(async () => (await import("./backtests.ts")).createBacktestsService(client)),
    companies: lazy(async () => (await import("./companies.ts")).createCompaniesService(client)),
    groups: lazy(async () => (await import("./groups.ts")).createGroupsService(client)),
    apps: lazy(async () => (await import("./apps.ts")).createAppsService(client)),
    chats: lazy(async () => (await import("./chats.ts")).createChatsService(client)),
    outgoingWebhooks: lazy(async () => (await import("./outgoingWebhooks.ts")).createOutgoingWebhooksService(client)),
    replies: lazy(async () => (await import("./replies.ts")).createRepliesService(client)),
    marks: lazy(async () => (await import("./marks.ts")).createMarksService(client)),
    rules: lazy(async () => (await import("./rules.ts")).createRulesService(client)),
    ask: lazy(async () => (await import("./ask.ts")).createAskService(client)),
    hostAccess: lazy(async () => (await import("./hostAccess.ts")).createHostAccessService(client)),
    checks: lazy(async () => (await import("./checks.ts")).createChecksService(client)),
    imports: lazy(async () => (await import("./imports.ts")).createImportsService(client)),
    secondFactors: lazy(async () => (await import("./secondFactors.ts")).createSecondFactorsService(client)),
    reports: lazy(async () => (await import("./reports.ts")).createReportsService(client)),
    dashboards: lazy(async () => (await import("./dashboards.ts")).createDashboardsService(client)),
    ownMetrics: lazy(async () => (await import("./ownMetrics.ts")).createOwnMetricsService(client)),
    access: lazy(async () => (await import("./access.ts")).createAccessService(client)),
    billing: lazy(async () => (await import("./billing.ts")).createBillingService(client)),
    directory: lazy(async () => (await import("./directory.ts")).createDirectoryService(client)),
    sso: lazy(async () => (await import("./sso.ts")).createSsoService(client)),
  };
};
