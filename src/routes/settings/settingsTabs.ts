/** The parts of the settings, in their order. */
export const SETTINGS_TABS = ["profile", "password", "integrations", "company", "health", "audit", "mcp"] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Parts that are the company's Admins' alone. */
export const ADMIN_TABS: ReadonlySet<SettingsTab> = new Set<SettingsTab>(["company", "health", "audit"]);

/** The part that an address asks for; the first where it names none, or one that is not for this person. */
export const settingsTabOf = (search: URLSearchParams, isAdmin: boolean): SettingsTab => {
  const asked = SETTINGS_TABS.find((tab) => tab === search.get("tab"));
  return asked === undefined || (ADMIN_TABS.has(asked) && !isAdmin) ? "profile" : asked;
};
