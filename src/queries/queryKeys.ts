import type { BodySent, QuerySent } from "../../contract/callTypes.ts";
import type { PlanName } from "../../contract/access/companies.ts";
import type { EndpointName, ParamsOf } from "../../contract/endpoints.ts";

declare const built: unique symbol;
/** A key of a query, or the beginning of several keys. Only this file builds one. */
export type QueryKey = readonly unknown[] & { readonly [built]: true };

/** What the scope of a key names already. */
type InScope = "id" | "project";
type Part<T> = [T] extends [never]
  ? unknown
  : T extends unknown
    ? Omit<T, InScope> & Partial<Pick<T, InScope & keyof T>>
    : never;
/** What a call sends besides its scope: the parameters of its path, its query and its body. */
type Sent<N extends EndpointName> = Part<ParamsOf<N>> & Part<QuerySent<N>> & Part<BodySent<N>>;

const scope = (...names: readonly (string | null)[]): QueryKey => names as readonly unknown[] as QueryKey;
const project = (slug: string): QueryKey => scope("project", slug);
const company = (id: string | null): QueryKey => scope("company", id);
const USER = scope("user");
const INSIGHTS = scope("insights");

/** The beginning of the keys of all calls of an endpoint within a scope. */
const allOf = (within: QueryKey, name: EndpointName): QueryKey => [...within, name] as readonly unknown[] as QueryKey;

/**
 * The key of a call.
 * @param within a scope, or the key of the call with which this one is outdated
 * @param version what the answer depends on besides the call
 */
const keyOf = <N extends EndpointName>(within: QueryKey, name: N, sent: Sent<N>, version?: unknown): QueryKey =>
  [...allOf(within, name), sent, ...(version === undefined ? [] : [version])] as readonly unknown[] as QueryKey;

// Keys with which others are outdated.
const summary = (slug: string): QueryKey => scope("project", slug, "summary");
const rules = (slug: string): QueryKey => keyOf(project(slug), "listRules", {});
const deliveries = (webhookId: string): QueryKey => keyOf(USER, "listDeliveries", { webhookId });
const dashboards = (): QueryKey => keyOf(USER, "listDashboards", {});
const allNotices = (): QueryKey => scope("user", "notices");
const installations = (): QueryKey => keyOf(USER, "listUsableInstallations", {});

/** The owner of outgoing webhooks. */
type WebhookOwner = { readonly project: string } | { readonly company: string };

/**
 * The keys of all queries: a scope that an event makes outdated as a whole, the endpoint, and what is sent to it.
 * Equal keys share one request and one cached answer, so a key names everything that the answer depends on.
 */
export const queryKeys = {
  /** All of a project. */
  project,
  overview: (slug: string) => keyOf(project(slug), "getOverview", {}),
  search: (slug: string, query: QuerySent<"searchProject">) => keyOf(project(slug), "searchProject", query),
  ask: (slug: string, body: BodySent<"askProject">) => keyOf(project(slug), "askProject", body),
  modelOrder: (slug: string) => keyOf(project(slug), "getModelOrder", {}),
  modelOrderOf: (slug: string, issue: string) => keyOf(project(slug), "orderFilesByModel", { issue }),
  matchCounts: (slug: string, query: Sent<"matchCounts">) => keyOf(project(slug), "matchCounts", query),
  fileMatches: (slug: string, query: Sent<"fileMatches">) => keyOf(project(slug), "fileMatches", query),
  commitChanges: (slug: string, query: Sent<"commitChanges">) => keyOf(project(slug), "commitChanges", query),
  /** @param dataKey the filter and the order of the list, as its loader compares them */
  requests: (slug: string, dataKey: string) => keyOf(project(slug), "listRequests", {}, dataKey),
  request: (slug: string, requestId: string) => keyOf(project(slug), "getRequest", { requestId }),
  requestDiff: (slug: string, query: QuerySent<"requestDiff">) => keyOf(project(slug), "requestDiff", query),
  sourceChecks: (slug: string, itemId: string) => keyOf(project(slug), "getSourceChecks", { itemId }),
  sourceFields: (slug: string, itemId: string) => keyOf(project(slug), "listFields", { itemId }),
  checkPreview: (slug: string, itemId: string) => keyOf(project(slug), "previewSourceChecks", { itemId }),
  requestFindings: (slug: string, request: string) => keyOf(project(slug), "requestFindings", { request }),
  discussions: (slug: string, query: QuerySent<"codeDiscussions">) => keyOf(project(slug), "codeDiscussions", query),
  commitDiff: (slug: string, hash: string, query: QuerySent<"commitDiff">) =>
    keyOf(project(slug), "commitDiff", { hash, ...query }),
  codeRepositories: (slug: string) => keyOf(project(slug), "codeRepositories", {}),
  codeContent: (slug: string, query: QuerySent<"codeContent">) => keyOf(project(slug), "codeContent", query),
  codeRefs: (slug: string, query: QuerySent<"codeRefs">) => keyOf(project(slug), "codeRefs", query),
  codeBlame: (slug: string, query: QuerySent<"codeBlame">) => keyOf(project(slug), "codeBlame", query),
  codeHistory: (slug: string, query: QuerySent<"codeHistory">) => keyOf(project(slug), "codeHistory", query),
  codeCompare: (slug: string, query: QuerySent<"codeCompare">) => keyOf(project(slug), "codeCompare", query),
  knownCommits: (slug: string, hash: readonly string[]) => keyOf(project(slug), "findCommits", { hash }),
  definitions: (slug: string, query: Sent<"definitions">) => keyOf(project(slug), "definitions", query),
  references: (slug: string, query: Sent<"references">) => keyOf(project(slug), "references", query),
  calls: (slug: string, query: Sent<"callHierarchy">) => keyOf(project(slug), "callHierarchy", query),
  filterValues: (slug: string | null, query: Sent<"filterValues">) =>
    slug === null ? keyOf(USER, "filterValuesOfAll", query) : keyOf(project(slug), "filterValues", query),
  localizeText: (slug: string, report: BodySent<"localizeText">) => keyOf(project(slug), "localizeText", report),
  issueLocalization: (slug: string, issueId: string) => keyOf(project(slug), "localizeIssue", { issueId }),
  issueAnalysis: (slug: string, issueId: string) => keyOf(project(slug), "analyzeIssue", { issueId }),
  similarIssues: (slug: string, issueId: string) => keyOf(project(slug), "similarIssues", { issueId }),
  issueDocuments: (slug: string, issueId: string) => keyOf(project(slug), "issueDocuments", { issueId }),
  issueCommits: (slug: string, issueId: string) => keyOf(project(slug), "issueCommits", { issueId }),
  issueExperts: (slug: string, issueId: string) => keyOf(project(slug), "issueExperts", { issueId }),
  issue: (slug: string, issueId: string) => keyOf(project(slug), "getIssue", { issueId }),
  /** @param dataKey the filter and the order of the list, as its loader compares them */
  issues: (slug: string, dataKey: string) => keyOf(project(slug), "listIssues", {}, dataKey),
  issueActions: (slug: string, issueId: string) => keyOf(project(slug), "issueActions", { issueId }),
  newIssueForm: (slug: string, tracker: string) => keyOf(project(slug), "newIssueForm", { tracker }),
  /** Of an issue, or of the whole project and all of its issues. */
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
  personWork: (slug: string, person: string) => keyOf(project(slug), "personWork", { person }),
  personKnowledge: (slug: string, person: string) => keyOf(project(slug), "personKnowledge", { person }),
  persons: (slug: string, q: string) => keyOf(project(slug), "listPersons", { q }),
  backtests: (slug: string) => keyOf(project(slug), "listBacktests", {}),
  sourceDetails: (slug: string) => keyOf(project(slug), "listSources", {}),
  outgoingWebhooks: (owner: WebhookOwner) =>
    "project" in owner
      ? keyOf(USER, "listOutgoingWebhooks", owner)
      : keyOf(USER, "listCompanyWebhooks", { id: owner.company }),
  deliveries,
  delivery: (webhookId: string, deliveryId: string) => keyOf(deliveries(webhookId), "getDelivery", { deliveryId }),
  rules,
  ruleRuns: (slug: string, ruleId: string) => keyOf(rules(slug), "listRuleRuns", { ruleId }),
  linkedGroups: (slug: string) => keyOf(project(slug), "listGroups", {}),
  sourceLedgers: (slug: string) => keyOf(project(slug), "listLedgers", {}),
  projectContents: (slug: string) => keyOf(project(slug), "projectContents", {}),
  customSource: (slug: string, itemId: string) => keyOf(project(slug), "getImport", { itemId }),
  replies: (slug: string, itemId: string) => keyOf(project(slug), "getReplies", { itemId }),
  importTokens: (slug: string, itemId: string) => keyOf(project(slug), "listImportTokens", { itemId }),
  scip: (slug: string) => keyOf(project(slug), "listScip", {}),
  restrictedItems: (slug: string, query: Sent<"listRestricted">) => keyOf(project(slug), "listRestricted", query),
  documents: (slug: string, source: string, path: string) => keyOf(project(slug), "listDocuments", { source, path }),
  documentSearch: (slug: string, q: string) => keyOf(project(slug), "findDocuments", { q }),
  documentContent: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "getDocument", { source, path }),
  documentStaleReferences: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "documentStaleReferences", { source, path }),
  documentRelated: (slug: string, source: string, path: string) =>
    keyOf(project(slug), "relatedToDocument", { source, path }),
  /** @param newest the last run as the list of reports has it */
  reportRuns: (reportId: string, newest: string | null) => keyOf(USER, "listReportRuns", { reportId }, newest),
  dashboards,
  dashboard: (dashboardId: string) => keyOf(dashboards(), "readDashboard", { dashboardId }),
  /** All of Insights. */
  insights: () => INSIGHTS,
  /** Cards of all projects of the reader: as in Insights, a sync of any of them repeats the query. */
  dashboardCards: (body: BodySent<"dashboardCards">) => keyOf(INSIGHTS, "dashboardCards", body),
  /** Definitions, of all projects; the values change with each sync, as all of Insights. */
  allOwnMetrics: () => allOf(USER, "listOwnMetrics"),
  ownMetrics: (slug: string | null) => keyOf(USER, "listOwnMetrics", slug === null ? {} : { project: slug }),
  ownMetricPreview: (body: BodySent<"previewOwnMetric">) => keyOf(INSIGHTS, "previewOwnMetric", body),
  ownMetricValues: (metricId: string, query: QuerySent<"ownMetricValues">) =>
    keyOf(INSIGHTS, "ownMetricValues", { metricId, ...query }),
  ownMetricRows: (metricId: string, query: QuerySent<"ownMetricRows">) =>
    keyOf(INSIGHTS, "ownMetricRows", { metricId, ...query }),
  allAnnotations: () => allOf(INSIGHTS, "listAnnotations"),
  annotations: (query: QuerySent<"listAnnotations">) => keyOf(INSIGHTS, "listAnnotations", query),
  insightSeries: (choice: QuerySent<"getInsights">) => keyOf(INSIGHTS, "getInsights", choice),
  insightComparison: (choices: readonly QuerySent<"getInsights">[]) =>
    [...allOf(INSIGHTS, "getInsights"), choices] as readonly unknown[] as QueryKey,
  insightOptions: (slug: string | null) => keyOf(INSIGHTS, "insightOptions", { project: slug === null ? [] : [slug] }),
  insightViews: (choice: QuerySent<"insightViews">) => keyOf(INSIGHTS, "insightViews", choice),
  /** @param point what is opened: a value of a metric, or a cell of a view */
  insightRows: (choice: QuerySent<"getInsights">, point: object) =>
    [...INSIGHTS, "insightRows", choice, point] as readonly unknown[] as QueryKey,
  colleagues: (companyId: string | null, projectSlug: string) =>
    keyOf(company(companyId), "listCompanyUsers", { projectSlug }),
  /** All pages and filters of the audit log. */
  auditLog: (companyId: string) => allOf(company(companyId), "listAudit"),
  audit: (companyId: string, filter: QuerySent<"listAudit">) => keyOf(company(companyId), "listAudit", filter),
  invoiceBuyer: (companyId: string) => keyOf(company(companyId), "getInvoiceBuyer", {}),
  planPreview: (companyId: string, plan: PlanName) => keyOf(company(companyId), "previewPlan", { plan }),
  projects: () => keyOf(USER, "listProjects", {}),
  goTo: (query: QuerySent<"goTo">) => keyOf(USER, "goTo", query),
  searchAll: (query: QuerySent<"searchAll">) => keyOf(USER, "searchAll", query),
  savedSearches: () => keyOf(USER, "listSavedSearches", {}),
  /** All lists of notices, and the number of the unread ones. */
  allNotices,
  unreadNotices: () => keyOf(allNotices(), "countUnreadNotices", {}),
  notices: (query: QuerySent<"listNotices">) => keyOf(allNotices(), "listNotices", query),
  slackApp: (companyId: string) => keyOf(USER, "getSlackApp", { id: companyId }),
  slackChannels: (companyId: string) => keyOf(USER, "listSlackChannels", { id: companyId }),
  slackLink: () => keyOf(USER, "getSlackLink", {}),
  noticeSettings: () => keyOf(USER, "getNoticeSettings", {}),
  waitingRequests: () => keyOf(USER, "listWaitingRequests", {}),
  secondFactors: () => keyOf(USER, "getSecondFactors", {}),
  installations,
  installationRepositories: (installationId: string) =>
    keyOf(installations(), "installationRepositories", { installationId }),
  expertPreference: () => keyOf(USER, "getExpertPreference", {}),
} as const;
