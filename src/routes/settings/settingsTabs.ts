/** The tabs of the settings, in display order. */
export const SETTINGS_TABS = [
  "profile",
  "password",
  "integrations",
  "notifications",
  "searches",
  "company",
  "setup",
  "health",
  "sso",
  "webhooks",
  "audit",
  "tokens",
  "mcp",
] as const;
export type SettingsTabName = (typeof SETTINGS_TABS)[number];

/** Tabs for the company's Admins only. */
export const ADMIN_TABS: ReadonlySet<SettingsTabName> = new Set<SettingsTabName>([
  "company",
  "setup",
  "health",
  "sso",
  "webhooks",
  "audit",
]);

export const isSettingsTab = (name: string): name is SettingsTabName =>
  (SETTINGS_TABS as readonly string[]).includes(name);
