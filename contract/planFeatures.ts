/**
 * The feature that each call requires (section 9 of the specification), for both sides: the server rejects a call by it before the handler
 * runs, and the app shows an upgrade notice by it. Calls without an entry are in every plan.
 */
import { PLANS } from "./constants.ts";
import type { EndpointName } from "./endpoints.ts";

type PlanName = keyof typeof PLANS;
export type PlanFeature = (typeof PLANS)[PlanName]["features"][number];

export const FEATURE_OF: Readonly<Partial<Record<EndpointName, PlanFeature>>> = {
  issueExperts: "expert_recommender",
  projectExperts: "expert_recommender",
  expertContext: "expert_recommender",
  knowledgeMap: "expert_recommender",
  listDocuments: "document_explorer",
  getDocument: "document_explorer",
  findDocuments: "document_explorer",
  relatedToDocument: "document_explorer",
  documentDrift: "document_explorer",
  listMcpTokens: "mcp",
  createMcpToken: "mcp",
  deleteMcpToken: "mcp",
  rotateMcpToken: "mcp",
  mcpTokenUsage: "mcp",
  testMcpToken: "mcp",
  mcpProjectOptions: "mcp",
  currentMcpToken: "mcp",
  getInsights: "insights",
  insightOptions: "insights",
  insightRows: "insights",
  insightViewRows: "insights",
  insightViews: "insights",
  exportInsights: "insights",
};

/** The message for a plan that lacks a feature. The one about insights is quoted from the specification. */
export const UPGRADE_SENTENCES: Readonly<Partial<Record<PlanFeature, string>>> = {
  insights: "You need to upgrade your plan to access actionable insights. Please contact support.",
  document_explorer: "You need to upgrade your plan to use the document explorer. Please contact support.",
  expert_recommender: "You need to upgrade your plan to use the expert recommender. Please contact support.",
  mcp: "You need to upgrade your plan to use the MCP integration. Please contact support.",
};
export const upgradeSentence = (feature: PlanFeature): string =>
  UPGRADE_SENTENCES[feature] ?? "You need to upgrade your plan to use this. Please contact support.";

/** Whether a plan has a feature. A user without a company has the features of the smallest plan. */
export const planHas = (plan: PlanName | null, feature: PlanFeature): boolean => {
  const features: readonly PlanFeature[] = PLANS[plan ?? "Standard"].features;
  return features.includes(feature);
};

/** The message for a plan that lacks the feature of a call; undefined when the call is allowed. */
export function upgradeNeeded(plan: PlanName | null, name: EndpointName): string | undefined {
  const feature = FEATURE_OF[name];
  return feature === undefined || planHas(plan, feature) ? undefined : upgradeSentence(feature);
}

/**
 * Features that the specification names and that are not implemented: shown as planned, never as included. The change that implements a
 * feature removes it from this list.
 */
export const PLANNED_FEATURES: readonly PlanFeature[] = ["github_app", "custom_reports", "custom_integrations", "sso"];

export const isPlanned = (feature: PlanFeature): boolean => PLANNED_FEATURES.includes(feature);
