/**
 * The keys of all queries. A key begins with what an event makes outdated as a whole: `["project", slug]`, `["company", id]`, `["user"]`.
 * Equal keys share one request and one cached answer, so a key names everything that the answer depends on.
 */
const project = (slug: string, ...rest: readonly unknown[]): readonly unknown[] => ["project", slug, ...rest];
const company = (id: string | null, ...rest: readonly unknown[]): readonly unknown[] => ["company", id, ...rest];

export const queryKeys = {
  /** All of a project. */
  project: (slug: string) => project(slug),
  overview: (slug: string) => project(slug, "overview"),
  search: (slug: string, query: object) => project(slug, "search", query),
  matchCounts: (slug: string, query: object) => project(slug, "matchCounts", query),
  fileMatches: (slug: string, query: object) => project(slug, "fileMatches", query),
  commitChanges: (slug: string, query: object) => project(slug, "commitChanges", query),
  requests: (slug: string, query: object) => project(slug, "requests", query),
  request: (slug: string, id: string) => project(slug, "request", id),
  requestDiff: (slug: string, id: string, query: object) => project(slug, "requestDiff", id, query),
  discussions: (slug: string, query: object) => project(slug, "discussions", query),
  commitDiff: (slug: string, hash: string, query: object) => project(slug, "commitDiff", hash, query),
  codeRepositories: (slug: string) => project(slug, "codeRepositories"),
  code: (slug: string, call: "content" | "refs" | "blame" | "history" | "compare", query: object) =>
    project(slug, "code", call, query),
  knownCommits: (slug: string, hashes: readonly string[]) => project(slug, "knownCommits", hashes),
  definitions: (slug: string, query: object) => project(slug, "definitions", query),
  references: (slug: string, query: object) => project(slug, "references", query),
  calls: (slug: string, query: object) => project(slug, "calls", query),
  filterValues: (slug: string | null, query: object) =>
    slug === null ? ["user", "filterValues", query] : project(slug, "filterValues", query),
  localizeText: (slug: string, report: object) => project(slug, "localizeText", report),
  issueLocalization: (slug: string, issueId: string) => project(slug, "issueLocalization", issueId),
  issueAnalysis: (slug: string, issueId: string) => project(slug, "issueAnalysis", issueId),
  similarIssues: (slug: string, issueId: string) => project(slug, "similarIssues", issueId),
  issueDocuments: (slug: string, issueId: string) => project(slug, "issueDocuments", issueId),
  issueCommits: (slug: string, issueId: string) => project(slug, "issueCommits", issueId),
  issueExperts: (slug: string, issueId: string) => project(slug, "issueExperts", issueId),
  issue: (slug: string, issueId: string) => project(slug, "issue", issueId),
  issues: (slug: string, query: object) => project(slug, "issues", query),
  issueActions: (slug: string, issueId: string) => project(slug, "issueActions", issueId),
  issueSummary: (slug: string, query?: object) => project(slug, "issueSummary", ...(query ? [query] : [])),
  experts: (slug: string, query: object) => project(slug, "experts", query),
  expertContext: (slug: string, query: object) => project(slug, "expertContext", query),
  knowledgeMap: (slug: string, query: object) => project(slug, "knowledgeMap", query),
  namedThings: (slug: string, query: object) => project(slug, "namedThings", query),
  connected: (slug: string, query: object) => project(slug, "connected", query),
  personWork: (slug: string, address: string) => project(slug, "personWork", address),
  personKnowledge: (slug: string, address: string) => project(slug, "personKnowledge", address),
  persons: (slug: string, filter: string) => project(slug, "persons", filter),
  backtests: (slug: string) => project(slug, "backtests"),
  sourceDetails: (slug: string) => project(slug, "sourceDetails"),
  sourceLedgers: (slug: string) => project(slug, "sourceLedgers"),
  projectContents: (slug: string) => project(slug, "contents"),
  scip: (slug: string) => project(slug, "scip"),
  restrictedItems: (slug: string, query: object) => project(slug, "restrictedItems", query),
  documents: (slug: string, source: string, path: string) => project(slug, "documents", source, path),
  documentSearch: (slug: string, text: string) => project(slug, "documentSearch", text),
  documentContent: (slug: string, source: string, path: string) => project(slug, "documentContent", source, path),
  documentStaleReferences: (slug: string, source: string, path: string) =>
    project(slug, "documentStaleReferences", source, path),
  documentRelated: (slug: string, source: string, path: string) => project(slug, "documentRelated", source, path),
  /** All of Insights. */
  insights: () => ["insights"],
  annotations: (query?: object) => ["insights", "annotations", ...(query ? [query] : [])],
  insightSeries: (choice: object) => ["insights", "series", choice],
  insightComparison: (choices: readonly object[]) => ["insights", "comparison", choices],
  insightOptions: (slug: string | null) => ["insights", "options", slug],
  insightViews: (choice: object) => ["insights", "views", choice],
  insightRows: (choice: object, point: object | null) => ["insights", "rows", choice, point],
  colleagues: (companyId: string | null, slug: string) => company(companyId, "colleagues", slug),
  /** All pages and filters of the audit log. */
  auditLog: (companyId: string) => company(companyId, "audit"),
  audit: (companyId: string, filter: object) => company(companyId, "audit", filter),
  projects: () => ["user", "projects"],
  goTo: (query: object) => ["user", "goTo", query],
  searchAll: (query: object) => ["user", "searchAll", query],
  savedSearches: () => ["user", "savedSearches"],
  /** All lists of notices. */
  allNotices: () => ["user", "notices"],
  unreadNotices: () => ["user", "notices", "unread"],
  notices: (filter: object) => ["user", "notices", filter],
  noticeSettings: () => ["user", "noticeSettings"],
  waitingRequests: () => ["user", "waitingRequests"],
  expertPreference: () => ["user", "expertPreference"],
} as const;
