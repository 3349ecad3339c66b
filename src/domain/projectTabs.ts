/** The tabs of a project, in display order. The overview is at the address of the project itself. */
export const PROJECT_TABS = [
  "overview",
  "search",
  "ask",
  "code",
  "issues",
  "requests",
  "documents",
  "experts",
  "insights",
  "backtest",
  "sources",
  "people",
  "settings",
] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

export const isProjectTab = (name: string): name is ProjectTab => (PROJECT_TABS as readonly string[]).includes(name);
