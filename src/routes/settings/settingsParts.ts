/** The code of the tabs of the settings, for the route table. */
export const settingsParts = {
  profile: () => import("./ProfileTab.tsx"),
  password: () => import("./PasswordTab.tsx"),
  integrations: () => import("./IntegrationsTab.tsx"),
  notifications: () => import("./NotificationsTab.tsx"),
  searches: () => import("./SavedSearchesTab.tsx"),
  company: () => import("./CompanyTab.tsx"),
  setup: () => import("./SetupTab.tsx"),
  health: () => import("./HealthTab.tsx"),
  sso: () => import("./SsoTab.tsx"),
  directory: () => import("./DirectoryTab.tsx"),
  apps: () => import("./AppsTab.tsx"),
  model: () => import("./ModelTab.tsx"),
  webhooks: () => import("./WebhooksTab.tsx"),
  audit: () => import("./AuditTab.tsx"),
  tokens: () => import("./ApiTokensTab.tsx"),
  mcp: () => import("./McpTab.tsx"),
};
