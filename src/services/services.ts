import type { Language } from "../../contract/users.ts";
import { createBacktestsService, type BacktestsService } from "./backtests.ts";
import { createCompaniesService, type CompaniesService } from "./companies.ts";
import { createExpertsService, type ExpertsService } from "./experts.ts";
import { createDocumentsService, type DocumentsService } from "./documents.ts";
import type { Http } from "./http.ts";
import { createInsightsService, type InsightsService } from "./insights.ts";
import { createInstallationService, type InstallationService } from "./installation.ts";
import { createIssuesService, type IssuesService } from "./issues.ts";
import { createPersonsService, type PersonsService } from "./persons.ts";
import { createProjectsService, type ProjectsService } from "./projects.ts";
import { createSearchService, type SearchService } from "./search.ts";
import { createSourcesService, type SourcesService } from "./sources.ts";
import { createUsersService, type UsersService } from "./users.ts";

/** Every request of the app, by noun. Each returns a `Result` and never throws for failures of the host. */
export interface Services {
  readonly users: UsersService;
  readonly companies: CompaniesService;
  readonly installation: InstallationService;
  readonly persons: PersonsService;
  readonly projects: ProjectsService;
  readonly sources: SourcesService;
  readonly issues: IssuesService;
  readonly backtests: BacktestsService;
  readonly search: SearchService;
  readonly documents: DocumentsService;
  readonly experts: ExpertsService;
  readonly insights: InsightsService;
}

/** `language` is that of the page. */
export const createServices = (http: Http, language?: () => Language): Services => ({
  users: createUsersService(http, language),
  companies: createCompaniesService(http),
  installation: createInstallationService(http),
  persons: createPersonsService(http),
  projects: createProjectsService(http),
  sources: createSourcesService(http),
  issues: createIssuesService(http),
  backtests: createBacktestsService(http),
  search: createSearchService(http),
  documents: createDocumentsService(http),
  experts: createExpertsService(http),
  insights: createInsightsService(http),
});
