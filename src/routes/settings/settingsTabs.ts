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
  "audit",
  "mcp",
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Tabs for the company's Admins only. */
export const ADMIN_TABS: ReadonlySet<SettingsTab> = new Set<SettingsTab>([
  "company",
  "setup",
  "health",
  "sso",
  "audit",
]);

export const isSettingsTab = (name: string): name is SettingsTab => (SETTINGS_TABS as readonly string[]).includes(name);
