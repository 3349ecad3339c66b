import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "../../contract/users.ts";
import { localeOf, switchLocale } from "../i18n/words.ts";

/** Where the language of the last visit is kept. */
export const LANGUAGE_KEY = "language";

/** The language of the last visit, or the browser's: for a page that is drawn before anybody is known. */
export function firstLanguage(storage: Pick<Storage, "getItem">, languages: readonly string[]): string {
  return storage.getItem(LANGUAGE_KEY) ?? languages.find((tag) => /^(?:en|tr)\b/i.test(tag)) ?? "en";
}

/** Switches the language of the page and keeps the choice for the next visit. */
export function useSwitchLanguage(storage: Pick<Storage, "setItem">): (language: Language) => void {
  const { i18n } = useTranslation();
  return useCallback(
    (language) => {
      storage.setItem(LANGUAGE_KEY, language);
      void switchLocale(i18n, localeOf(language));
    },
    [i18n, storage],
  );
}
