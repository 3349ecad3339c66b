import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import { USER, allOf, company, keyOf, project, scope, type Sent, type QueryKey } from "./queryKey.ts";

// Keys with which others are outdated.
const summary = (slug: string): QueryKey => scope("project", slug, "summary");
const allNotices = (): QueryKey => scope("user", "notices");
const dashboards = (): QueryKey => keyOf(USER, "listDashboards", {});

/**
 * The keys of queries, besides those that few screens load: a scope that an event makes outdated as a whole, the endpoint, and what is sent to it.
 * Equal keys share one request and one cached answer, so a key names everything that the answer depends on.
 */
export const queryKeys = {
  /** All of a project. */
  project,
  overview: (slug: string) => keyOf(project(slug), "getOverview", {}),
  search: (slug: string, query: QuerySent<"searchProject">) => keyOf(project(slug), "searchProject", query),
  ask: (slug: string, body: BodySent<"askProject">) => keyOf(project(slug), "askProject", body),
  matchCounts: (slug: string, query: Sent<"matchCounts">) => keyOf(project(slug), "matchCounts", query),
  fileMatches: (slug: string, query: Sent<"fileMatches">) => keyOf(project(slug), "fileMatches", query),
  commitChanges: (slug: string, query: Sent<"commitChanges">) => keyOf(project(slug), "commitChanges", query),
  /** @param dataKey the filter and the order of the list, as its loader compares them */
  requests: (slug: string, dataKey: string) => keyOf(project(slug), "listRequests", {}, dataKey),
  request: (slug: string, requestId: string) => keyOf(project(slug), "getRequest", { requestId }),
  commitDiff: (slug: string, hash: string, query: QuerySent<"commitDiff">) =>
    keyOf(project(slug), "commitDiff", { hash, ...query }),
  codeContent: (slug: string, query: QuerySent<"codeContent">) => keyOf(project(slug), "codeContent", query),
  knownCommits: (slug: string, hash: readonly string[]) => keyOf(project(slug), "findCommits", { hash }),
  filterValues: (slug: string | null, query: Sent<"filterValues">) =>
    slug === null ? keyOf(USER, "filterValuesOfAll", query) : keyOf(project(slug), "filterValues", query),
  localizeText: (slug: string, report: BodySent<"localizeText">) => keyOf(project(slug), "localizeText", report),
  issueLocalization: (slug: string, issueId: string) => keyOf(project(slug), "localizeIssue", { issueId }),
  issueAnalysis: (slug: string, issueId: string) => keyOf(project(slug), "analyzeIssue", { issueId }),
  similarIssues: (slug: string, issueId: string) => keyOf(project(slug), "similarIssues", { issueId }),
  issueDocuments: (slug: string, issueId: string) => keyOf(project(slug), "issueDocuments", { issueId }),
  issueCommits: (slug: string, issueId: string) => keyOf(project(slug), "issueCommits", { issueId }),
  issueExperts: (slug: string, issueId: string) => keyOf(project(slug), "issueExperts", { issueId }),
  modelOrderOf: (slug: string, issue: string) => keyOf(project(slug), "orderFilesByModel", { issue }),
  issue: (slug: string, issueId: string) => keyOf(project(slug), "getIssue", { issueId }),
  /** @param dataKey the filter and the order of the list, as its loader compares them */
  issues: (slug: string, dataKey: string) => keyOf(project(slug), "listIssues", {}, dataKey),
  issueActions: (slug: string, issueId: string) => keyOf(project(slug), "issueActions", { issueId }),
  newIssueForm: (slug: string, tracker: string) => keyOf(project(slug), "newIssueForm", { tracker }),
  /** The writes of an issue, or of the whole project and all of its issues. */
  storedWrites: (slug: string, issue?: string) =>
    issue === undefined
      ? allOf(project(slug), "listStoredWrites")
      : keyOf(project(slug), "listStoredWrites", { issue }),
  /** All parts of the summary above the issues. */
  allIssueSummaries: summary,
  issueSummary: (slug: string, query: QuerySent<"listIssues">) => keyOf(summary(slug), "listIssues", query),
  experts: (slug: string, query: QuerySent<"projectExperts">) => keyOf(project(slug), "projectExperts", query),
  expertContext: (slug: string, query: QuerySent<"expertContext">) => keyOf(project(slug), "expertContext", query),
  knowledgeMap: (slug: string, query: QuerySent<"knowledgeMap">) => keyOf(project(slug), "knowledgeMap", query),
  namedThings: (slug: string, query: Sent<"namedThings">) => keyOf(project(slug), "namedThings", query),
  connected: (slug: string, query: Sent<"connected"> | Sent<"connectedLines">) =>
    "kind" in query ? keyOf(project(slug), "connected", query) : keyOf(project(slug), "connectedLines", query),
  documentContent: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "getDocument", { source, path }),
  projects: () => keyOf(USER, "listProjects", {}),
  goTo: (query: QuerySent<"goTo">) => keyOf(USER, "goTo", query),
  searchAll: (query: QuerySent<"searchAll">) => keyOf(USER, "searchAll", query),
  savedSearches: () => keyOf(USER, "listSavedSearches", {}),
  /** All lists of notices, and the number of the unread ones. */
  allNotices,
  unreadNotices: () => keyOf(allNotices(), "countUnreadNotices", {}),
  notices: (query: QuerySent<"listNotices">) => keyOf(allNotices(), "listNotices", query),
  waitingRequests: () => keyOf(USER, "listWaitingRequests", {}),
  secondFactors: () => keyOf(USER, "getSecondFactors", {}),
  dashboards,
  dashboard: (dashboardId: string) => keyOf(dashboards(), "readDashboard", { dashboardId }),
  colleagues: (companyId: string | null, projectSlug: string) =>
    keyOf(company(companyId), "listCompanyUsers", { projectSlug }),
  sourceDetails: (slug: string) => keyOf(project(slug), "listSources", {}),
  backtests: (slug: string) => keyOf(project(slug), "listBacktests", {}),
  expertPreference: () => keyOf(USER, "getExpertPreference", {}),
} as const;
