/** For the test over the table of endpoints: who may call what. */
import type { EndpointName } from "../../../contract/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { BODIES, QUERIES } from "./callInputs.ts";
import { mayInCompany, mayInProject, type CompanyAction, type ProjectAction } from "../../../contract/access/policy.ts";

export const CALLERS = [
  "anonymous",
  "outsider",
  "admin",
  "member",
  "viewer",
  "developer",
  "maintainer",
  "owner",
] as const;
export type CallerName = (typeof CALLERS)[number];

const PROJECT_ROLE = { viewer: "Viewer", developer: "Developer", maintainer: "Maintainer", owner: "Owner" } as const;

/** What a writing call needs of the policy; the reading ones of a project need to read it, or to search it. */
const ACTIONS: Readonly<Partial<Record<EndpointName, ProjectAction>>> = {
  updateProject: "project.update",
  deleteProject: "project.delete",
  addRepository: "sources.change",
  addTracker: "sources.change",
  addWiki: "sources.change",
  linkGroup: "sources.change",
  createCustomSource: "sources.change",
  getImport: "sources.change",
  importItems: "sources.change",
  keepImportMapping: "sources.change",
  beginImportRun: "sources.change",
  endImportRun: "sources.change",
  listImportTokens: "sources.change",
  createImportToken: "sources.change",
  deleteImportToken: "sources.change",
  removeRepository: "sources.change",
  removeTracker: "sources.change",
  removeWiki: "sources.change",
  syncProject: "project.sync",
  listProjectUsers: "members.read",
  addProjectUsers: "members.add",
  removeProjectUsers: "members.remove",
  changeProjectUser: "members.changeRole",
  searchProject: "project.search",
  exportSearch: "project.search",
  fileMatches: "project.search",
  matchCounts: "project.search",
  commitChanges: "project.search",
  createSavedSearch: "project.search",
  filterValues: "project.search",
  localizeText: "project.read",
  giveFeedback: "project.read",
  startBacktest: "backtest.start",
  compareSource: "sources.change",
  pauseSource: "sources.change",
  resumeSource: "sources.change",
  renewSourceAccess: "sources.change",
  renameSource: "sources.change",
  chooseRestricted: "sources.change",
  chooseFolders: "sources.change",
  chooseRefs: "sources.change",
  getHostAccess: "sources.change",
  chooseHostAccess: "sources.change",
  chooseWriting: "sources.change",
  listFields: "sources.change",
  chooseFields: "sources.change",
  getSourceChecks: "sources.change",
  chooseSourceChecks: "sources.change",
  previewSourceChecks: "sources.change",
  getAppRights: "sources.change",
  getReplies: "sources.change",
  changeReplies: "sources.change",
  previewReply: "sources.change",
  writeIssue: "issues.write",
  holdWrites: "issues.write",
  createIssue: "issues.write",
  undoWrites: "project.read",
  retryWrite: "issues.write",
  discardWrite: "project.read",
  createWebhook: "sources.change",
  listOutgoingWebhooks: "webhooks.change",
  createOutgoingWebhook: "webhooks.change",
  askProject: "project.search",
  askModel: "project.search",
  streamModelAnswer: "project.search",
  getModelOrder: "project.read",
  setModelOrder: "backtest.start",
  estimateModelOrder: "backtest.start",
  startModelOrderRun: "backtest.start",
  cancelModelOrderRun: "backtest.start",
  orderFilesByModel: "project.read",
  addMark: "issues.write",
  removeMark: "issues.write",
  listRules: "rules.change",
  createRule: "rules.change",
  stopRules: "rules.change",
  uploadScip: "project.sync",
  removeScip: "project.sync",
  removeWebhook: "sources.change",
  createAnnotation: "annotations.add",
  updateAnnotation: "project.read",
  deleteAnnotation: "project.read",
  setInsightTarget: "targets.change",
  removeInsightTarget: "targets.change",
  createOwnMetric: "metrics.change",
  importOwnMetric: "metrics.change",
};
const COMPANY_ACTIONS: Readonly<Partial<Record<EndpointName, CompanyAction>>> = {
  getCompany: "company.read",
  updateCompany: "company.update",
  listCompanyUsers: "users.read",
  removeCompanyUser: "users.change",
  resetSecondFactors: "users.change",
  setSecondFactorPolicy: "users.change",
  changeCompanyRole: "users.change",
  listInvitations: "invitations.read",
  createInvitation: "invitations.change",
  revokeInvitation: "invitations.change",
  resendInvitation: "invitations.change",
  getCompanyPlan: "plan.read",
  previewPlan: "plan.preview",
  getSeats: "seats.read",
  getInvoiceBuyer: "invoices.read",
  setInvoiceBuyer: "invoices.change",
  listInvoices: "invoices.read",
  getInvoiceFile: "invoices.read",
  getCompanyHealth: "health.read",
  getCompanyQuotas: "quotas.read",
  getSetup: "setup.read",
  testSetup: "setup.test",
  getAccessPolicy: "access.read",
  setAccessPolicy: "access.change",
  getSso: "sso.read",
  setSsoPolicy: "sso.change",
  createSsoProvider: "sso.change",
  updateSsoProvider: "sso.change",
  createSamlProvider: "sso.change",
  updateSamlProvider: "sso.change",
  createLdapProvider: "sso.change",
  updateLdapProvider: "sso.change",
  deleteSsoProvider: "sso.change",
  testSsoProvider: "sso.change",
  addSsoDomain: "sso.change",
  verifySsoDomain: "sso.change",
  deleteSsoDomain: "sso.change",
  getDirectory: "directory.read",
  createDirectoryToken: "directory.change",
  revokeDirectoryToken: "directory.change",
  setDirectoryMapping: "directory.change",
  removeDirectoryMapping: "directory.change",
  listCompanyWebhooks: "webhooks.change",
  createCompanyWebhook: "webhooks.change",
  listHostApps: "apps.change",
  registerHostApp: "apps.change",
  removeHostApp: "apps.change",
  getModelSettings: "model.change",
  getSlackApp: "slack.change",
  setSlackApp: "slack.change",
  removeSlackApp: "slack.change",
  testSlackApp: "slack.change",
  listSlackChannels: "slack.change",
  listTeamsChannels: "teams.change",
  getTeamsApp: "teams.change",
  setTeamsApp: "teams.change",
  removeTeamsApp: "teams.change",
  testTeamsApp: "teams.change",
  setModelSettings: "model.change",
  previewModelDigest: "model.change",
  testModel: "model.change",
  installHostApp: "apps.change",
  refreshHostApp: "apps.change",
  listAudit: "audit.read",
  setAuditRetention: "audit.change",
  exportAudit: "audit.read",
};

/** The status that a caller is refused with, or null when the call is theirs to make. */
export function refusalFor(name: EndpointName, caller: CallerName): 401 | 403 | 404 | null {
  const { auth, method, path } = endpoints[name];
  if (auth === "none") return null;
  if (caller === "anonymous") return 401;
  if (
    path.startsWith("projects/:id/") ||
    path.startsWith("code/:id/") ||
    QUERIES[name]?.startsWith("project=own") === true ||
    BODIES[name]?.["project"] === "own"
  ) {
    const action = ACTIONS[name] ?? (method === "GET" ? "project.read" : undefined);
    if (action === undefined) throw new Error(`${name} writes to a project: say here what it needs of the policy.`);
    if (!(caller in PROJECT_ROLE)) return 404;
    const role = PROJECT_ROLE[caller as keyof typeof PROJECT_ROLE];
    return mayInProject(role, action) ? null : 403;
  }
  if (path.startsWith("companies/:id/")) {
    const action = COMPANY_ACTIONS[name];
    if (action === undefined) throw new Error(`${name} is about a company: say here what it needs of the policy.`);
    if (caller === "outsider") return 404;
    return mayInCompany(caller === "admin" ? "Admin" : "Member", action) ? null : 403;
  }
  return null;
}
