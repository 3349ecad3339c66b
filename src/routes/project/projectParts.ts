/**
 * The code of the parts of a project's page, by tab. The page prefetches them, and the route table loads them.
 */
export const projectParts = {
  overview: () => import("./OverviewTab.tsx"),
  search: () => import("./SearchTab.tsx"),
  ask: () => import("./AskTab.tsx"),
  issues: () => import("../issues/IssuesRoute.tsx"),
  requests: () => import("../requests/RequestsRoute.tsx"),
  code: () => import("../code/CodeTab.tsx"),
  documents: () => import("./DocumentsTab.tsx"),
  experts: () => import("./ExpertsTab.tsx"),
  insights: () => import("./InsightsTab.tsx"),
  backtest: () => import("./BacktestTab.tsx"),
  sources: () => import("./SourcesTab.tsx"),
  people: () => import("./PeopleTab.tsx"),
  settings: () => import("./SettingsTab.tsx"),
};
