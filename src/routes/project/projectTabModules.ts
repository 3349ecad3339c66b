/**
 * The code of the tabs of a project. The project's page prefetches the most frequent ones, and the route table loads them.
 */
export const projectTabModules = {
  overview: () => import("./OverviewTab.tsx"),
  search: () => import("../search/SearchTab.tsx"),
  ask: () => import("../ask/AskTab.tsx"),
  issues: () => import("../issues/IssuesRoute.tsx"),
  requests: () => import("../requests/RequestsRoute.tsx"),
  code: () => import("../code/CodeTab.tsx"),
  documents: () => import("../documents/DocumentsTab.tsx"),
  experts: () => import("../experts/ExpertsTab.tsx"),
  insights: () => import("../insights/InsightsTab.tsx"),
  backtest: () => import("../backtest/BacktestTab.tsx"),
  sources: () => import("../sources/SourcesTab.tsx"),
  people: () => import("../members/PeopleTab.tsx"),
  settings: () => import("./SettingsTab.tsx"),
};
