/**
 * The keys of all queries. A key begins with what an event makes outdated as a whole: `["project", slug]`, `["company", id]`, `["user"]`.
 * Equal keys share one request and one cached answer, so a key names everything that the answer depends on.
 */
const project = (slug: string, ...rest: readonly unknown[]): readonly unknown[] => ["project", slug, ...rest];

export const queryKeys = {
  project,
  search: (slug: string, query: object) => project(slug, "search", query),
  localizeText: (slug: string, report: object) => project(slug, "localizeText", report),
  issueExperts: (slug: string, issueId: string) => project(slug, "issueExperts", issueId),
  issue: (slug: string, issueId: string) => project(slug, "issue", issueId),
  experts: (slug: string, query: object) => project(slug, "experts", query),
  expertContext: (slug: string, query: object) => project(slug, "expertContext", query),
  knowledgeMap: (slug: string, query: object) => project(slug, "knowledgeMap", query),
  persons: (slug: string, filter: string) => project(slug, "persons", filter),
  backtests: (slug: string) => project(slug, "backtests"),
  restrictedItems: (slug: string, query: object) => project(slug, "restrictedItems", query),
  documentTree: (slug: string) => project(slug, "documentTree"),
  documentSearch: (slug: string, text: string) => project(slug, "documentSearch", text),
  documentContent: (slug: string, source: string, path: string, revision: string | null = null) =>
    project(slug, "documentContent", source, path, revision),
  documentDrift: (slug: string, source: string, path: string) => project(slug, "documentDrift", source, path),
  documentRelated: (slug: string, source: string, path: string) => project(slug, "documentRelated", source, path),
  insightSeries: (choice: object) => ["insights", "series", choice],
  insightOptions: (slug: string | null) => ["insights", "options", slug],
  insightViews: (choice: object) => ["insights", "views", choice],
  insightRows: (choice: object, point: object | null) => ["insights", "rows", choice, point],
  colleagues: (companyId: string | null, slug: string) => ["company", companyId, "colleagues", slug],
  audit: (companyId: string, filter: object) => ["company", companyId, "audit", filter],
  expertPreference: () => ["user", "expertPreference"],
} as const;
