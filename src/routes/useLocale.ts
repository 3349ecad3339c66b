import { useCallback } from "react";
import { useTranslation as useI18next } from "react-i18next";
import type { Language } from "../../contract/users.ts";
import { localeOf, switchLocale } from "../i18n/i18n.ts";
import { storeEnv } from "../stores/StoreEnv.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { useServices } from "./appContext.tsx";
import { useErrorMessage } from "./useErrorMessage.ts";

/** Storage key of the last language. */
export const LANGUAGE_KEY = "language";

/** The last language, or the browser's: for a page that is rendered before the user is known. */
export function firstLanguage(storage: Pick<Storage, "getItem">, languages: readonly string[]): string {
  return storage.getItem(LANGUAGE_KEY) ?? languages.find((tag) => /^(?:en|tr)\b/i.test(tag)) ?? "en";
}

/**
 * Switches the language of the page at once and saves it in the profile; a failure to save is reported, and the page keeps the language.
 */
export function useSaveLanguage(): (language: Language) => void {
  const store = useStore();
  const { users } = useServices();
  const formatError = useErrorMessage();
  const switchLanguage = useSwitchLanguage(storeEnv(store).storage);
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
export function useSwitchLanguage(storage: Pick<Storage, "setItem">): (language: Language) => void {
  const { i18n } = useI18next();
  return useCallback(
    (language) => {
      storage.setItem(LANGUAGE_KEY, language);
      void switchLocale(i18n, localeOf(language));
    },
    [i18n, storage],
  );
}
