import { LANGUAGES } from "../../../contract/constants.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { hrefTo } from "../paths.ts";
import { OWN_TABS, SETTINGS_TABS, type SettingsTabName } from "../settings/settingsTabs.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSaveLanguage } from "../session/useSaveLanguage.ts";
import type { Shortcuts } from "./openShortcuts.ts";
import type { Command } from "./paletteCommands.ts";

export interface ShellCommandsOptions {
  /** Called for what the plan does not allow. */
  readonly onLimit: (limit: "projects" | "insights") => void;
  readonly openShortcuts: () => void;
  readonly onLogout: () => void;
  readonly pageCommands: Shortcuts["commands"];
}

/** Screens with a title and words in the catalogue. */
type PaletteScreen =
  | "home"
  | "projects"
  | "wizard"
  | "insights"
  | "dashboards"
  | "reports"
  | "settings"
  | "help"
  | "support"
  | SettingsTabName;

/** Screens, settings and actions, with the words by which they are found in addition to their titles. */
export function useShellCommands({
  onLimit,
  openShortcuts,
  onLogout,
}: Omit<ShellCommandsOptions, "pageCommands">): (Omit<Command, "score"> & { keywords: string })[] {
  const store = useStore();
  const { t, locale, format } = useTranslation("palette");
  const formatError = useErrorMessage();
  const { save: saveLanguage } = useSaveLanguage({
    onError: (error) => store.notifications.show(formatError(error).text, "error"),
  });
  const { theme, preferences, plan, session } = store;
  const signsOutAt = session.user?.signs_out_at;
  const isAdmin = session.user?.company?.role === "Admin";
  const screens: readonly { readonly id: PaletteScreen; readonly to: Command["to"] }[] = [
    { id: "home", to: hrefTo.home() },
    { id: "projects", to: hrefTo.projects() },
    { id: "wizard", to: store.canCreateProject ? hrefTo.wizard() : () => onLimit("projects") },
    { id: "insights", to: plan.hasInsights ? hrefTo.insights() : () => onLimit("insights") },
    { id: "dashboards", to: hrefTo.dashboards() },
    { id: "reports", to: hrefTo.reports() },
    { id: "settings", to: hrefTo.settings() },
    ...(isAdmin ? SETTINGS_TABS : OWN_TABS).map((tab) => ({
      id: tab,
      to: hrefTo.settings(tab),
    })),
    { id: "help", to: hrefTo.help() },
    { id: "support", to: hrefTo.support() },
  ];
  const { singleKeyEnabled, setSingleKey } = preferences;
  const actions = [
    { id: "theme", title: t(theme.value === "dark" ? "themeToLight" : "themeToDark"), to: theme.toggle },
    ...LANGUAGES.filter((language) => language.toLowerCase() !== locale).map((language) => ({
      id: `language ${language}`,
      title: t("languageTo", { language: format.language(language) }),
      to: () => saveLanguage(language),
    })),
    { id: "keys", title: t("keys"), to: openShortcuts },
    {
      id: "singleKeys",
      title: t(singleKeyEnabled ? "singleKeysOff" : "singleKeysOn"),
      to: () => setSingleKey(!singleKeyEnabled),
    },
    {
      id: "logout",
      title: signsOutAt === undefined ? t("logout") : t("logoutAt", { provider: signsOutAt }),
      to: onLogout,
    },
  ];
  return [
    ...screens.map(({ id, to }) => ({
      id: `screen ${id}`,
      group: "screens" as const,
      title: t(`screen.${id}`),
      keywords: t(`words.${id}`),
      to,
    })),
    ...actions.map(({ id, title, to }) => ({
      id: `action ${id}`,
      group: "actions" as const,
      title,
      keywords: t(`words.${id.split(" ")[0] as "theme"}`),
      to,
    })),
  ];
}
