/** For the test over the table of endpoints: permissions, valid arguments, and the form of errors. */
import type { EndpointName } from "../../../contract/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { mayInCompany, mayInProject, type CompanyAction, type ProjectAction } from "../../../contract/policy.ts";

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
  chooseRefs: "sources.change",
  chooseWriting: "sources.change",
  getSourceChecks: "sources.change",
  chooseSourceChecks: "sources.change",
  previewSourceChecks: "sources.change",
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
  listInvoices: "invoices.read",
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
  setModelSettings: "model.change",
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

const PASSWORDS = { password: "seven green bicycles", confirm_password: "seven green bicycles" };
/** Refused by the egress before a packet leaves. */
const SOURCE = { provider: "git", url: "http://127.0.0.1:1/loom.git" };
const TRACKER = { provider: "github", url: "http://127.0.0.1:1/loom/loom" };
const GROUP = { provider: "github", url: "http://127.0.0.1:1/loom" };
const SSO_PROVIDER = {
  label: "Login",
  client_id: "clew",
  client_secret: "secret",
  scopes: "openid email",
  trusts_addresses: false,
};
const SAML_PROVIDER = { label: "Login", metadata_url: null, signs_requests: false, allows_unsolicited: false };
const CREDENTIAL = { id: "none", rawId: "none", type: "public-key" };
const ASSERTION = { ...CREDENTIAL, response: { clientDataJSON: "e30", authenticatorData: "", signature: "" } };
const UUID = "0b5a7a3c-58f3-4b56-9d7e-6a1f5f0f4c11";

const REPORT = {
  name: "Delivery",
  page: { kind: "insights", project: "own" },
  period: "3m",
  granularity: "weekly",
  schedule: { every: "week", hour: 8, weekday: 1, day: 1 },
  files: ["csv"],
  is_enabled: true,
  receivers: [UUID],
};
const OWN_METRIC = {
  name: "Merged",
  definition: { kind: "rows", of: "requests", at: "merged", filter: "", by: null, value: { kind: "per_week" } },
  target: null,
};

const DASHBOARD_LAYOUT = {
  period: "3m",
  granularity: "weekly",
  cards: [
    {
      kind: "metric",
      id: "a",
      x: 0,
      y: 0,
      w: 4,
      h: 4,
      title: null,
      metric: "lead_time",
      display: "chart",
      project: null,
    },
    {
      kind: "list",
      id: "b",
      x: 4,
      y: 0,
      w: 8,
      h: 4,
      title: "Bugs",
      of: "issues",
      project: null,
      filter: { label: ["bug"] },
      rows: 5,
    },
  ],
};

const RULE = {
  name: "Triage",
  when: "issue.opened",
  days: null,
  search: null,
  query: "",
  area: null,
  certainty: null,
  actions: [{ do: "label", label: "triage" }],
};
/** Valid arguments of each call. */
export const BODIES: Readonly<Partial<Record<EndpointName, Record<string, unknown>>>> = {
  createProject: { name: "New", repositories: [], trackers: [], wikis: [], emails: [] },
  updateProject: { name: "Loom" },
  addRepository: SOURCE,
  addTracker: TRACKER,
  addWiki: { provider: "confluence", url: "http://127.0.0.1:1/wiki" },
  linkGroup: { ...GROUP, filter: {} },
  createCustomSource: {
    kind: "custom",
    name: "Helpdesk",
    link_template: "https://help.example.org/{id}",
    holds: ["issue"],
  },
  importItems: { items: [] },
  keepImportMapping: { kind: "issue", columns: [], day_order: null, states: [] },
  endImportRun: { run: "none", items: 0 },
  createImportToken: { name: "Nightly" },
  previewGroup: GROUP,
  changeGroup: { filter: {}, with_issues: false },
  validateRepository: SOURCE,
  validateTracker: TRACKER,
  validateWiki: { provider: "confluence", url: "http://127.0.0.1:1/wiki" },
  addProjectUsers: { emails: ["added@example.org"] },
  removeProjectUsers: { emails: ["nobody@example.org"] },
  changeProjectUser: { role: "Viewer" },
  localizeText: { title: "The loom stops", text: "The loom stops", body: "" },
  createOutgoingWebhook: {
    kind: "webhook",
    label: "Events",
    url: "https://events.example.org/clew",
    events: ["issue.opened"],
    language: "EN",
  },
  registerHostApp: { provider: "github", url: "https://127.0.0.1:1" },
  createCompanyWebhook: {
    kind: "webhook",
    label: "Events",
    url: "https://events.example.org/clew",
    events: ["user.removed"],
    language: "EN",
  },
  askProject: { project: "own", question: "Where does the loom stop?" },
  askModel: { project: "own", ticket: "none" },
  setModelSettings: {
    is_enabled: false,
    address: "https://models.example.org/v1",
    model: "loom-7b",
    request_tokens: 8000,
    answer_tokens: 1000,
    day_tokens: 100_000,
    price_sent: 0,
    price_received: 0,
    month_cost: null,
    api_key: null,
  },
  createRule: { project: "own", rule: RULE },
  changeRule: { rule: RULE },
  switchRule: { enabled: true, revision: 1 },
  stopRules: { project: "own", stopped: true },
  dryRunRule: { cursor: null },
  changeOutgoingWebhook: { label: "Events", events: ["issue.opened"], language: "EN", is_enabled: true },
  writeIssue: { key: UUID, account: "ada", change: { action: "comment", body: "Seen here too." } },
  holdWrites: { key: UUID, account: "ada", issues: ["i"], change: { action: "labels", add: ["bug"], remove: [] } },
  undoWrites: { batch: UUID },
  createIssue: {
    key: UUID,
    account: "ada",
    tracker: "t",
    issue: { action: "create", title: "New", body: "", labels: [], type: null },
  },
  retryWrite: { account: "ada" },
  chooseWriting: { allowed: false },
  chooseSourceChecks: { enabled: false, blocking: [] },
  changeReplies: {
    enabled: false,
    by: "account",
    account: "",
    template: "{places}",
    mentions: false,
    names_all: false,
  },
  previewReply: { issue: UUID, template: "{places}", mentions: false, names_all: false },
  giveFeedback: { repository: "none", path: "src/loom.ts", verdict: "right" },
  testSetup: { part: "mail" },
  createDirectoryToken: { name: "Entra", expires_at: "2999-01-01T00:00:00Z" },
  setDirectoryMapping: { group: "none", project: null, role: "Admin" },
  ssoBegin: { email: "nobody@unknown.example" },
  ssoExchange: { code: "none", verifier: "none" },
  setSsoPolicy: { is_required: false, password_admins: [] },
  createSsoProvider: { ...SSO_PROVIDER, issuer: "https://login.example.org" },
  updateSsoProvider: { ...SSO_PROVIDER, is_enabled: false },
  createSamlProvider: { ...SAML_PROVIDER, metadata: "<none/>" },
  updateSamlProvider: { ...SAML_PROVIDER, metadata: null, is_enabled: false },
  addSsoDomain: { name: "example.org" },
  updateCompany: { name: "Ariadne Ltd" },
  changeCompanyRole: { role: "Member" },
  createInvitation: { email: "invited@example.org", role: "Member" },
  login: { email: "nobody@example.org", password: "wrong" },
  updateMe: { name: "Test User", language: "EN" },
  setAuditRetention: { kept_days: 365 },
  register: { name: "New", email: "new@example.org", ...PASSWORDS },
  confirmPassword: { password: "wrong" },
  changePassword: { old_password: "wrong", new_password: PASSWORDS.password, confirm_password: PASSWORDS.password },
  setSecondFactorPolicy: { is_required: false },
  finishSecondFactor: { ticket: "none", code: "000000" },
  finishPasskeySignIn: { assertion: ASSERTION },
  addPasskey: {
    name: "Key",
    attestation: { ...CREDENTIAL, response: { clientDataJSON: "e30", attestationObject: "oA" } },
  },
  addAuthenticatorApp: { code: "000000" },
  confirmCode: { code: "000000" },
  confirmPasskey: { assertion: ASSERTION },
  verifyUser: { email: "nobody@example.org", code: "000000" },
  resendVerification: { email: "nobody@example.org" },
  forgotPassword: { email: "nobody@example.org" },
  resetPassword: { token: UUID, new_password: PASSWORDS.password, confirm_password: PASSWORDS.password },
  createSavedSearch: { name: "Looms", q: "loom", facets: { kind: ["code"] }, shared: false, watched: false },
  createCompanySearch: { name: "All looms", q: "loom", facets: {}, shared: false, watched: false },
  updateSavedSearch: { name: "Looms" },
  readNotices: { until: "2026-01-01T00:00:00Z" },
  updateNoticeSettings: {
    time_zone: "Europe/Istanbul",
    mails: true,
    digest_hour: 8,
    quiet: { from: 1320, to: 420 },
    weekly: { day: 1, hour: 8 },
    channels: { commented: "app" },
    projects: [],
  },
  setAccessPolicy: { session_idle_minutes: null, session_max_hours: null, token_max_days: null, networks: [] },
  createApiToken: {
    name: "Script",
    scope: "read",
    projects: ["own"],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  },
  createMcpToken: { name: "Agent", projects: ["own"] },
  uploadScip: { index: "" },
  createAnnotation: { kind: "incident", title: "Search was down", day: "2026-11-02" },
  updateAnnotation: { kind: "incident", title: "Search was down", day: "2026-11-02" },
  setInsightTarget: { metric: "first_response", value: 24 },
  createDashboard: { name: "Delivery", sharing: "private", layout: DASHBOARD_LAYOUT },
  importDashboard: { format: "clew-dashboard", version: 1, name: "Delivery", layout: DASHBOARD_LAYOUT },
  dashboardCards: {
    period: "3m",
    granularity: "weekly",
    project: ["own"],
    repository: [],
    cards: DASHBOARD_LAYOUT.cards,
  },
  updateDashboard: { version: 1, name: "Delivery" },
  createReport: REPORT,
  updateReport: REPORT,
  leaveReport: {},
  sendReport: {},
  createOwnMetric: { project: "own", ...OWN_METRIC },
  importOwnMetric: { format: "clew-metric", version: 1, project: "own", ...OWN_METRIC },
  previewOwnMetric: { period: "3m", granularity: "weekly", project: [], scope: null, ...OWN_METRIC },
  updateOwnMetric: OWN_METRIC,
};
export const QUERIES: Readonly<Partial<Record<EndpointName, string>>> = {
  register: `invitation_token=${UUID}`,
  validateReset: `token=${UUID}`,
  oauthLogin: "provider=github",
  newIssueForm: "project=own&tracker=none",
  listStoredWrites: "project=own",
  listOutgoingWebhooks: "project=own",
  listRules: "project=own",
  searchProject: "q=loom",
  exportSearch: "q=loom",
  fileMatches: "q=loom&source=none&path=README.md",
  matchCounts: "project=own&q=loom&source=none&path=README.md",
  commitChanges: `project=own&q=loom&source=none&hash=${"0".repeat(40)}`,
  getOverview: "project=own",
  findCommits: `project=own&hash=${"0".repeat(40)}`,
  commitDiff: "source=none",
  requestFindings: "project=own&request=none",
  codeContent: "repository=none",
  codeRefs: "repository=none",
  codeBlame: "repository=none&path=README.md",
  codeHistory: "repository=none&path=README.md",
  codeCompare: "repository=none&base=main",
  codeRaw: "repository=none&path=README.md",
  definitions: "project=own&source=none&path=README.md&line=1&column=1",
  references: "project=own&source=none&path=README.md&line=1&column=1",
  implementations: "project=own&source=none&path=README.md&line=1&column=1",
  codeMatches: "project=own&pattern=loom",
  callHierarchy: "project=own&source=none&path=README.md&line=1&column=1",
  uploadScip: `project=own&source=none&revision=${"0".repeat(40)}`,
  filterValuesOfAll: "filter=label",
  filterValues: "project=own&filter=label",
  listPersons: "project=own",
  connected: "project=own&kind=file&source=none&path=README.md",
  namedThings: "project=own&name=%2371&name=@ada",
  connectedLines: "project=own&source=none&path=README.md&from=1&to=2",
  personWork: "project=own&person=none",
  personKnowledge: "project=own&person=none",
  listSources: "project=own",
  listLedgers: "project=own",
  listGroups: "project=own",
  removeGroup: "keep_sources=true",
  listAnnotations: "project=own&from=2026-01-01&to=2026-12-31",
  projectContents: "project=own",
  listRestricted: "project=own",
  listScip: "project=own",
  getDocument: "source=none&path=README.md",
  relatedToDocument: "source=none&path=README.md",
  documentStaleReferences: "source=none&path=README.md",
};

/** Fields that a caller must not be able to set in a body. */
export const MASS_ASSIGNMENT = {
  role: "Admin",
  company_role: "Admin",
  company_id: "stolen",
  company: { role: "Admin" },
  plan: "Enterprise",
  subscription_status: "active",
  created_by: "stolen",
  user_id: "stolen",
  id: "stolen",
  verified_at: "2020-01-01T00:00:00Z",
  is_admin: true,
};

const LONG = "x".repeat(10_000);
/** In the place of any value. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  LONG,
  "a\u0000b",
  "\ud800",
  "'; drop table users; --",
  "%00../../etc/passwd",
  [],
  [null],
  [LONG],
  {},
  { a: { b: [1] } },
];
/** In the place of a whole body. */
export const HOSTILE_BODIES: readonly string[] = [
  "",
  "{}",
  "[]",
  "null",
  "1",
  '"text"',
  "{",
  '{"__proto__": {"role": "Admin"}}',
  '{"constructor": {"prototype": {"role": "Admin"}}}',
  '{"constructor": "\\u0000", "toString": "\\u0000", "__defineGetter__": 1}',
  `{"a": ${"[".repeat(2000)}${"]".repeat(2000)}}`,
];
/** Values for a path parameter, encoded as in an address. */
export const HOSTILE_PARAMS: readonly string[] = [
  "none",
  "%00",
  "a%00b",
  "__proto__",
  "constructor",
  "..%2f..%2f",
  "%ff",
  "%",
  encodeURIComponent("'; drop table users; --"),
  "x".repeat(290),
  LONG,
];
/** In the place of the value of a query parameter. */
export const HOSTILE_QUERY: readonly string[] = [
  "",
  "%00",
  "a%00b",
  "%ff",
  "-1",
  "1e308",
  LONG,
  encodeURIComponent("(a+)+$"),
];

/** The violation of the contract by a response; undefined if there is none. */
export function malformed(status: number, body: unknown): string | undefined {
  if (status >= 500) return `is a ${status}`;
  if (status < 400) return undefined;
  if (status === 400) return isFields(body) ? undefined : "is a 400 that is no object of fields";
  const isDetail =
    typeof body === "object" &&
    body !== null &&
    Object.keys(body).toSorted().join() === "code,detail" &&
    "detail" in body &&
    typeof body.detail === "string" &&
    body.detail !== "";
  return isDetail ? undefined : `is a ${status} that is no {detail, code}`;
}

function isFields(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const values: unknown[] = Object.values(body);
  return (
    values.length > 0 &&
    values.every((value) =>
      Array.isArray(value) ? value.length > 0 && value.every((one) => typeof one === "string") : isFields(value),
    )
  );
}
