import type { i18n as Words } from "i18next";
import { reaction } from "mobx";
import type { Language } from "../../contract/users.ts";
import { languageOf, localeOf, switchLocale, type Locale } from "../i18n/i18n.ts";
import type { RootStore } from "../stores/RootStore.ts";

/** The last language, or the browser's: for a page that is rendered before the user is known. */
export const firstLocale = (last: Language | null, languages: readonly string[]): Locale =>
  localeOf(last ?? languages.find((tag) => languageOf(tag)));

/**
 * The stored language follows the profile of the user, and the page follows the stored language, which another tab may change. Returns a
 * function that ends both.
 */
export function syncLanguage({ session, preferences }: Pick<RootStore, "session" | "preferences">, words: Words) {
  const ends = [
    reaction(
      () => session.user?.language,
      (language) => language && preferences.setLanguage(language),
    ),
    reaction(
      () => preferences.language,
      (language) => language && void switchLocale(words, localeOf(language)),
    ),
  ];
  return (): void => {
    for (const end of ends) end();
  };
}
