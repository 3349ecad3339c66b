import type { Language } from "../../contract/users.ts";
import { createCompaniesService, type CompaniesService } from "./companies.ts";
import { createExpertsService, type ExpertsService } from "./experts.ts";
import type { Http } from "./http.ts";
import { createInstallationService, type InstallationService } from "./installation.ts";
import { createIssuesService, type IssuesService } from "./issues.ts";
import { createProjectsService, type ProjectsService } from "./projects.ts";
import { createSearchService, type SearchService } from "./search.ts";
import { createSourcesService, type SourcesService } from "./sources.ts";
import { createUsersService, type UsersService } from "./users.ts";

/** Every call that the app makes, by noun. Each returns a `Result` and never throws for what the host does. */
export interface Services {
  readonly users: UsersService;
  readonly companies: CompaniesService;
  readonly installation: InstallationService;
  readonly projects: ProjectsService;
  readonly sources: SourcesService;
  readonly issues: IssuesService;
  readonly search: SearchService;
  readonly experts: ExpertsService;
}

/** `language` is that of the page. */
export const createServices = (http: Http, language?: () => Language): Services => ({
  users: createUsersService(http, language),
  companies: createCompaniesService(http),
  installation: createInstallationService(http),
  projects: createProjectsService(http),
  sources: createSourcesService(http),
  issues: createIssuesService(http),
  search: createSearchService(http),
  experts: createExpertsService(http),
});
