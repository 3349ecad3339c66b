import type assistance from "./locales/en/assistance.json";
import type auth from "./locales/en/auth.json";
import type charts from "./locales/en/charts.json";
import type commits from "./locales/en/commits.json";
import type controls from "./locales/en/controls.json";
import type documents from "./locales/en/documents.json";
import type backtest from "./locales/en/backtest.json";
import type errors from "./locales/en/errors.json";
import type experts from "./locales/en/experts.json";
import type help from "./locales/en/help.json";
import type home from "./locales/en/home.json";
import type insights from "./locales/en/insights.json";
import type issues from "./locales/en/issues.json";
import type notices from "./locales/en/notices.json";
import type palette from "./locales/en/palette.json";
import type plan from "./locales/en/plan.json";
import type project from "./locales/en/project.json";
import type projects from "./locales/en/projects.json";
import type savedSearches from "./locales/en/savedSearches.json";
import type search from "./locales/en/search.json";
import type searchStart from "./locales/en/searchStart.json";
import type settings from "./locales/en/settings.json";
import type shell from "./locales/en/shell.json";
import type states from "./locales/en/states.json";
import type wizard from "./locales/en/wizard.json";

/** One catalogue per area. A new area needs a line here, a name in NAMESPACES and a file in each language's folder. */
export interface Resources {
  assistance: typeof assistance;
  auth: typeof auth;
  charts: typeof charts;
  commits: typeof commits;
  controls: typeof controls;
  documents: typeof documents;
  backtest: typeof backtest;
  errors: typeof errors;
  experts: typeof experts;
  help: typeof help;
  home: typeof home;
  insights: typeof insights;
  issues: typeof issues;
  notices: typeof notices;
  palette: typeof palette;
  plan: typeof plan;
  project: typeof project;
  projects: typeof projects;
  savedSearches: typeof savedSearches;
  search: typeof search;
  searchStart: typeof searchStart;
  settings: typeof settings;
  shell: typeof shell;
  states: typeof states;
  wizard: typeof wizard;
}

export type Namespace = keyof Resources;

export const NAMESPACES = [
  "assistance",
  "auth",
  "charts",
  "commits",
  "controls",
  "documents",
  "backtest",
  "errors",
  "experts",
  "help",
  "home",
  "insights",
  "issues",
  "notices",
  "palette",
  "plan",
  "project",
  "projects",
  "savedSearches",
  "search",
  "searchStart",
  "settings",
  "shell",
  "states",
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
