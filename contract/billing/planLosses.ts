/** What of a company depends on its plan: by the feature, and the limits. Free of zod, so that the web app may import it. */
import type { PlanFeature } from "./planFeatures.ts";

/** Rows of a company: those of a plan's limits first. */
export const PLAN_COUNTED_KINDS = [
  "projects",
  "sources",
  "mcp_tokens",
  "insight_targets",
  "insight_annotations",
  "dashboards",
  "reports",
  "own_metrics",
  "rules",
  "custom_sources",
  "sso_providers",
  "directory_tokens",
] as const;
export type PlanCountedKind = (typeof PLAN_COUNTED_KINDS)[number];

/** Features that keep nothing of the company's. */
export const PLAN_PART_KINDS = [
  "document_explorer",
  "expert_recommender",
  "ide_extensions",
  "insights",
  "on_premise",
  "account_manager",
] as const;
export type PlanPartKind = (typeof PLAN_PART_KINDS)[number];

export type PlanLossKind = PlanCountedKind | PlanPartKind;

interface Losses {
  readonly parts?: readonly PlanPartKind[];
  readonly counted?: readonly PlanCountedKind[];
}

/**
 * What depends on each feature. `counted` are rows of the company, which are listed where there are some; `parts` are listed each time. The
 * empty ones are in each plan, or work in each.
 */
export const PLAN_LOSSES: Readonly<Record<PlanFeature, Losses>> = {
  smart_search: {},
  github_app: {},
  issue_analyzer: {},
  issue_localizer: {},
  document_explorer: { parts: ["document_explorer"] },
  expert_recommender: { parts: ["expert_recommender"] },
  ide_extensions: { parts: ["ide_extensions"] },
  mcp: { counted: ["mcp_tokens"] },
  insights: { parts: ["insights"], counted: ["insight_targets", "insight_annotations"] },
  custom_reports: { counted: ["dashboards", "reports", "own_metrics"] },
  custom_integrations: { counted: ["rules", "custom_sources"] },
  sso: { counted: ["sso_providers", "directory_tokens"] },
  on_premise: { parts: ["on_premise"] },
  account_manager: { parts: ["account_manager"] },
};

/** Features that no call requires, and what they are instead. */
export const FEATURES_WITHOUT_CALLS = {
  smart_search: "the search of each plan",
  github_app: "the app of the provider, in the wizard of each plan",
  issue_analyzer: "the analysis of an issue, in each plan",
  issue_localizer: "the files of an issue, in each plan",
  ide_extensions: "the folder extensions",
  on_premise: "the folder deploy, and docs/OPERATING.md",
  account_manager: "a person at the operator: account-manager set of the operator's commands",
} as const satisfies Partial<Record<PlanFeature, string>>;
