/** The tabs of the settings, in display order. */
export const SETTINGS_TABS = ["profile", "password", "integrations", "company", "health", "audit", "mcp"] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Tabs for the company's Admins only. */
export const ADMIN_TABS: ReadonlySet<SettingsTab> = new Set<SettingsTab>(["company", "health", "audit"]);

/** The tab in an address; the first one if it names none, or one that this user may not open. */
export const settingsTabOf = (search: URLSearchParams, isAdmin: boolean): SettingsTab => {
  const asked = SETTINGS_TABS.find((tab) => tab === search.get("tab"));
  return asked === undefined || (ADMIN_TABS.has(asked) && !isAdmin) ? "profile" : asked;
};
