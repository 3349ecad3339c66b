import type { RouteName } from "../../src/routes/paths.ts";

const TOKEN = "3f2b8c1e-9d4a-4b6f-8a7c-0123456789ab";
/** Its repository has a known name, requests and several people; that of Clew is the checkout itself. */
export const TERN = "/projects/tern";
const REPOSITORY = `${TERN}/code/tern`;
export const FILE = `${REPOSITORY}/-/src/plan/assignCouriers.ts`;
/** An address, or the first link on a page whose address contains a text. */
export type Address = string | { readonly on: string; readonly to: string };
/** The screens of each route: a route without an entry does not compile. */
export const SCREENS: Readonly<Record<RouteName, readonly Address[] | { readonly signedOut: string }>> = {
  login: { signedOut: "/login" },
  register: { signedOut: `/register?token=${TOKEN}` },
  "forgot-password": { signedOut: "/forgot-password" },
  "reset-password": { signedOut: `/reset-password?token=${TOKEN}` },
  // A user whose company pays is sent elsewhere; stories/pages has it.
  "subscription-required": [],
  // A user without a second factor that the company requires; stories/pages has it.
  "second-factor-required": [],
  // A client sends its user there; tests/e2e/mcpConsent.test.ts has it.
  "mcp-consent": [],
  home: ["/", "/?q=token"],
  "project-list": ["/projects", "/projects?q=zzz"],
  "project-wizard": ["/wizard"],
  "project-detail": ["/projects/clew"],
  "project-search": ["/projects/clew/search", "/projects/clew/search?q=token"],
  "project-ask": ["/projects/clew/ask", "/projects/clew/ask?q=Where+is+the+access+of+a+user+checked"],
  "issue-list": ["/projects/clew/issues"],
  "new-issue": ["/projects/clew/issues/new"],
  "localize-text": ["/projects/clew/issues/localize"],
  "project-code": [
    `${TERN}/code`,
    REPOSITORY,
    FILE,
    `${FILE}?view=blame`,
    `${FILE}?view=history`,
    `${REPOSITORY}?compare=HEAD~2&rev=HEAD`,
  ],
  "project-documents": ["/projects/clew/documents"],
  "project-experts": ["/projects/clew/experts"],
  "project-insights": ["/projects/clew/insights"],
  "project-backtest": ["/projects/clew/backtest"],
  "project-sources": ["/projects/clew/sources"],
  "project-people": ["/projects/clew/people"],
  "project-settings": ["/projects/clew/settings"],
  assistance: [{ on: `${TERN}/issues`, to: "/tern/issues/" }],
  "request-list": [`${TERN}/requests`],
  request: [{ on: `${TERN}/requests`, to: "/tern/requests/" }],
  commit: [{ on: `${FILE}?view=history`, to: "/tern/commits/" }],
  person: [{ on: `${TERN}/experts`, to: "/tern/people/" }],
  insights: ["/insights"],
  reports: ["/reports"],
  dashboards: ["/dashboards"],
  dashboard: [{ on: "/dashboards", to: "/dashboards/" }],
  notifications: ["/notifications"],
  // Without a link: stories/pages has one that works.
  "chat-link": ["/act"],
  settings: ["/settings"],
  "settings-profile": ["/settings/profile"],
  "settings-password": ["/settings/password"],
  "settings-integrations": ["/settings/integrations"],
  "settings-notifications": ["/settings/notifications"],
  "settings-sso": ["/settings/sso"],
  "settings-directory": ["/settings/directory"],
  "settings-apps": ["/settings/apps"],
  "settings-model": ["/settings/model"],
  "settings-searches": ["/settings/searches"],
  "settings-company": ["/settings/company"],
  "settings-setup": ["/settings/setup"],
  "settings-health": ["/settings/health"],
  "settings-webhooks": ["/settings/webhooks"],
  "settings-export": ["/settings/export"],
  "settings-audit": ["/settings/audit"],
  "settings-tokens": ["/settings/tokens"],
  "settings-mcp": ["/settings/mcp"],
  help: ["/help"],
  support: ["/support"],
  404: ["/404"],
};
