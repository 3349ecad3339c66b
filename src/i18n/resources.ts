import type apps from "./locales/en/apps.json";
import type access from "./locales/en/access.json";
import type ask from "./locales/en/ask.json";
import type auth from "./locales/en/auth.json";
import type charts from "./locales/en/charts.json";
import type chatLink from "./locales/en/chatLink.json";
import type code from "./locales/en/code.json";
import type commits from "./locales/en/commits.json";
import type controls from "./locales/en/controls.json";
import type dashboards from "./locales/en/dashboards.json";
import type ownMetrics from "./locales/en/ownMetrics.json";
import type directory from "./locales/en/directory.json";
import type documents from "./locales/en/documents.json";
import type backtest from "./locales/en/backtest.json";
import type errors from "./locales/en/errors.json";
import type dataExports from "./locales/en/exports.json";
import type experts from "./locales/en/experts.json";
import type findings from "./locales/en/findings.json";
import type folders from "./locales/en/folders.json";
import type graph from "./locales/en/graph.json";
import type groups from "./locales/en/groups.json";
import type help from "./locales/en/help.json";
import type home from "./locales/en/home.json";
import type hostAccess from "./locales/en/hostAccess.json";
import type imports from "./locales/en/imports.json";
import type insights from "./locales/en/insights.json";
import type issuePage from "./locales/en/issuePage.json";
import type ledger from "./locales/en/ledger.json";
import type issueWrites from "./locales/en/issueWrites.json";
import type issues from "./locales/en/issues.json";
import type overview from "./locales/en/overview.json";
import type marks from "./locales/en/marks.json";
import type notices from "./locales/en/notices.json";
import type palette from "./locales/en/palette.json";
import type plan from "./locales/en/plan.json";
import type periods from "./locales/en/periods.json";
import type persons from "./locales/en/persons.json";
import type project from "./locales/en/project.json";
import type projects from "./locales/en/projects.json";
import type reports from "./locales/en/reports.json";
import type replies from "./locales/en/replies.json";
import type requests from "./locales/en/requests.json";
import type restricted from "./locales/en/restricted.json";
import type rules from "./locales/en/rules.json";
import type savedSearches from "./locales/en/savedSearches.json";
import type search from "./locales/en/search.json";
import type searchStart from "./locales/en/searchStart.json";
import type secondFactors from "./locales/en/secondFactors.json";
import type settings from "./locales/en/settings.json";
import type shell from "./locales/en/shell.json";
import type sso from "./locales/en/sso.json";
import type states from "./locales/en/states.json";
import type symbolKinds from "./locales/en/symbolKinds.json";
import type symbols from "./locales/en/symbols.json";
import type tokens from "./locales/en/tokens.json";
import type trackerFields from "./locales/en/trackerFields.json";
import type webhooks from "./locales/en/webhooks.json";
import type wizard from "./locales/en/wizard.json";

/** One catalogue per area. A new area needs a line here, a name in NAMESPACES and a file in each language's folder. */
export interface Resources {
  apps: typeof apps;
  access: typeof access;
  ask: typeof ask;
  auth: typeof auth;
  charts: typeof charts;
  chatLink: typeof chatLink;
  code: typeof code;
  commits: typeof commits;
  controls: typeof controls;
  dashboards: typeof dashboards;
  ownMetrics: typeof ownMetrics;
  directory: typeof directory;
  documents: typeof documents;
  backtest: typeof backtest;
  errors: typeof errors;
  experts: typeof experts;
  exports: typeof dataExports;
  findings: typeof findings;
  folders: typeof folders;
  graph: typeof graph;
  groups: typeof groups;
  help: typeof help;
  home: typeof home;
  hostAccess: typeof hostAccess;
  imports: typeof imports;
  insights: typeof insights;
  issuePage: typeof issuePage;
  issueWrites: typeof issueWrites;
  issues: typeof issues;
  ledger: typeof ledger;
  marks: typeof marks;
  overview: typeof overview;
  notices: typeof notices;
  palette: typeof palette;
  plan: typeof plan;
  periods: typeof periods;
  persons: typeof persons;
  project: typeof project;
  projects: typeof projects;
  reports: typeof reports;
  replies: typeof replies;
  requests: typeof requests;
  restricted: typeof restricted;
  rules: typeof rules;
  savedSearches: typeof savedSearches;
  search: typeof search;
  searchStart: typeof searchStart;
  secondFactors: typeof secondFactors;
  settings: typeof settings;
  shell: typeof shell;
  sso: typeof sso;
  states: typeof states;
  symbolKinds: typeof symbolKinds;
  symbols: typeof symbols;
  tokens: typeof tokens;
  trackerFields: typeof trackerFields;
  webhooks: typeof webhooks;
  wizard: typeof wizard;
}

export type Namespace = keyof Resources;

export const NAMESPACES = [
  "apps",
  "access",
  "ask",
  "auth",
  "charts",
  "chatLink",
  "code",
  "commits",
  "controls",
  "dashboards",
  "ownMetrics",
  "directory",
  "documents",
  "backtest",
  "errors",
  "experts",
  "exports",
  "findings",
  "folders",
  "graph",
  "groups",
  "help",
  "home",
  "hostAccess",
  "imports",
  "insights",
  "issuePage",
  "issueWrites",
  "issues",
  "ledger",
  "marks",
  "overview",
  "notices",
  "palette",
  "plan",
  "periods",
  "persons",
  "project",
  "projects",
  "reports",
  "replies",
  "requests",
  "restricted",
  "rules",
  "savedSearches",
  "search",
  "searchStart",
  "secondFactors",
  "settings",
  "shell",
  "sso",
  "states",
  "symbolKinds",
  "symbols",
  "tokens",
  "trackerFields",
  "webhooks",
  "wizard",
] as const satisfies readonly Namespace[];

/** Loaded before the first paint; the others load with the first component that uses them. */
export const FIRST_NAMESPACES = ["shell", "states", "errors"] as const satisfies readonly Namespace[];

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: Resources;
    returnNull: false;
  }
}
