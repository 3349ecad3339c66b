import { useCallback } from "react";
import { useTranslation as useI18next } from "react-i18next";
import type { Language } from "../../contract/users.ts";
import { localeOf, switchLocale } from "../i18n/i18n.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { useServices } from "./appContext.tsx";
import { useErrorMessage } from "./useErrorMessage.ts";

/**
 * Switches the language of the page at once and saves it in the profile; a failure to save is reported, and the page keeps the language.
 */
export function useSaveLanguage(): (language: Language) => void {
  const store = useStore();
  const { users } = useServices();
  const formatError = useErrorMessage();
  const switchLanguage = useSwitchLanguage();
  return (language) => {
    switchLanguage(language);
    const { user } = store.session;
    if (!user) return;
    void users.updateMe({ name: user.name, language }).then((answer) => {
      if (answer.success) store.session.setUser({ ...user, ...answer.data, language });
      else store.notifications.show(formatError(answer.error).text, "error");
    });
  };
}

/** Switches the language of the page and stores it for the next visit. */
export function useSwitchLanguage(): (language: Language) => void {
  const { i18n } = useI18next();
  const { preferences } = useStore();
  return useCallback(
    (language) => {
      preferences.setLanguage(language);
      void switchLocale(i18n, localeOf(language));
    },
    [i18n, preferences],
  );
}
