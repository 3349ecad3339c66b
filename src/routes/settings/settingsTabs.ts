/** The pages of a user's own settings, in display order. */
export const OWN_TABS = ["profile", "password", "integrations", "notifications", "searches", "tokens", "mcp"] as const;
/** The pages of the company, for its Admins only. */
export const ADMIN_TABS = [
  "company",
  "setup",
  "health",
  "sso",
  "directory",
  "apps",
  "model",
  "webhooks",
  "export",
  "audit",
] as const;
export const SETTINGS_TABS = [...OWN_TABS, ...ADMIN_TABS] as const;
export type SettingsTabName = (typeof SETTINGS_TABS)[number];

export const isSettingsTab = (name: string): name is SettingsTabName =>
  (SETTINGS_TABS as readonly string[]).includes(name);
