/**
 * The feature that each call requires (section 9 of the specification), for both sides: the server rejects a call by it before the handler
 * runs, and the app shows an upgrade notice by it. Calls without an entry are in every plan.
 */
import { PLANS } from "../constants.ts";
import type { EndpointName } from "../endpoints.ts";

type PlanName = keyof typeof PLANS;
export type PlanFeature = (typeof PLANS)[PlanName]["features"][number];

export const FEATURE_OF: Readonly<Partial<Record<EndpointName, PlanFeature>>> = {
  issueExperts: "expert_recommender",
  projectExperts: "expert_recommender",
  expertContext: "expert_recommender",
  knowledgeMap: "expert_recommender",
  personKnowledge: "expert_recommender",
  listDocuments: "document_explorer",
  getDocument: "document_explorer",
  findDocuments: "document_explorer",
  relatedToDocument: "document_explorer",
  documentStaleReferences: "document_explorer",
  listMcpTokens: "mcp",
  createMcpToken: "mcp",
  deleteMcpToken: "mcp",
  rotateMcpToken: "mcp",
  mcpTokenUsage: "mcp",
  testMcpToken: "mcp",
  mcpProjectOptions: "mcp",
  currentMcpToken: "mcp",
  readMcpConsent: "mcp",
  allowMcpConsent: "mcp",
  denyMcpConsent: "mcp",
  getInsights: "insights",
  insightOptions: "insights",
  insightRows: "insights",
  insightViewRows: "insights",
  insightViews: "insights",
  exportInsights: "insights",
  listAnnotations: "insights",
  createAnnotation: "insights",
  updateAnnotation: "insights",
  deleteAnnotation: "insights",
  setInsightTarget: "insights",
  removeInsightTarget: "insights",
  getSso: "sso",
  setSsoPolicy: "sso",
  createSsoProvider: "sso",
  updateSsoProvider: "sso",
  createSamlProvider: "sso",
  updateSamlProvider: "sso",
  createLdapProvider: "sso",
  updateLdapProvider: "sso",
  deleteSsoProvider: "sso",
  testSsoProvider: "sso",
  addSsoDomain: "sso",
  verifySsoDomain: "sso",
  deleteSsoDomain: "sso",
  getDirectory: "sso",
  createDirectoryToken: "sso",
  revokeDirectoryToken: "sso",
  setDirectoryMapping: "sso",
  removeDirectoryMapping: "sso",
  addMark: "custom_integrations",
  createCustomSource: "custom_integrations",
  getImport: "custom_integrations",
  importItems: "custom_integrations",
  beginImportRun: "custom_integrations",
  endImportRun: "custom_integrations",
  listImportTokens: "custom_integrations",
  createImportToken: "custom_integrations",
  deleteImportToken: "custom_integrations",
  listDashboards: "custom_reports",
  createDashboard: "custom_reports",
  importDashboard: "custom_reports",
  dashboardCards: "custom_reports",
  readDashboard: "custom_reports",
  updateDashboard: "custom_reports",
  deleteDashboard: "custom_reports",
  listReports: "custom_reports",
  createReport: "custom_reports",
  updateReport: "custom_reports",
  deleteReport: "custom_reports",
  leaveReport: "custom_reports",
  sendReport: "custom_reports",
  listReportRuns: "custom_reports",
  readReportRun: "custom_reports",
  listOwnMetrics: "custom_reports",
  createOwnMetric: "custom_reports",
  importOwnMetric: "custom_reports",
  previewOwnMetric: "custom_reports",
  updateOwnMetric: "custom_reports",
  deleteOwnMetric: "custom_reports",
  ownMetricValues: "custom_reports",
  ownMetricRows: "custom_reports",
  exportArchive: "custom_integrations",
  exportTable: "custom_integrations",
  listRules: "custom_integrations",
  createRule: "custom_integrations",
  stopRules: "custom_integrations",
  changeRule: "custom_integrations",
  removeRule: "custom_integrations",
  switchRule: "custom_integrations",
  dryRunRule: "custom_integrations",
  listRuleRuns: "custom_integrations",
};

/** The code of the message for a plan that lacks a feature. */
const UPGRADE_CODES = {
  insights: "plan.insights",
  document_explorer: "plan.document_explorer",
  expert_recommender: "plan.expert_recommender",
  mcp: "plan.mcp",
  sso: "plan.sso",
  custom_integrations: "plan.custom_integrations",
  custom_reports: "plan.custom_reports",
} as const;
export type UpgradeCode = (typeof UPGRADE_CODES)[keyof typeof UPGRADE_CODES] | "plan.feature";
export const upgradeCode = (feature: PlanFeature): UpgradeCode =>
  feature in UPGRADE_CODES ? UPGRADE_CODES[feature as keyof typeof UPGRADE_CODES] : "plan.feature";

/** Whether a plan has a feature. A user without a company has the features of the smallest plan. */
export const planHas = (plan: PlanName | null, feature: PlanFeature): boolean => {
  const features: readonly PlanFeature[] = PLANS[plan ?? "Standard"].features;
  return features.includes(feature);
};

/** The code of the message for a plan that lacks the feature of a call; undefined when the call is allowed. */
export function upgradeNeeded(plan: PlanName | null, name: EndpointName): UpgradeCode | undefined {
  const feature = FEATURE_OF[name];
  return feature === undefined || planHas(plan, feature) ? undefined : upgradeCode(feature);
}
