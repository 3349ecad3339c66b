import type { ProjectTab } from "../../domain/projectTabs.ts";
import type { Namespace } from "../../i18n/resources.ts";

/** The catalogues that each tab of a project loads with its code, besides those of the project's page. */
export const TAB_CATALOGUES: Record<ProjectTab, readonly Namespace[]> = {
  overview: ["overview", "search", "symbolKinds"],
  search: ["search", "symbolKinds"],
  ask: ["ask"],
  issues: ["issues", "issuePage", "symbolKinds"],
  requests: ["requests", "issues"],
  code: ["code", "documents", "commits", "requests", "graph", "symbolKinds"],
  documents: ["documents", "graph", "symbolKinds"],
  experts: ["experts"],
  insights: ["insights", "periods", "charts"],
  backtest: ["backtest", "ask"],
  sources: ["ledger", "groups", "imports", "tokens", "findings", "replies", "restricted", "hostAccess"],
  people: ["tokens", "hostAccess"],
  settings: ["webhooks", "rules"],
};
