/** The ids of the panels of an issue, which jump marks lead to. */
export const ISSUE_PANELS = {
  report: "report",
  act: "act",
  localization: "likely-files",
  people: "people",
  similar: "similar",
  analysis: "analysis",
  pages: "pages",
  commits: "commits",
  connected: "connected",
} as const;
