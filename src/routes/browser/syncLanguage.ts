import type { i18n as I18n } from "i18next";
import { reaction } from "mobx";
import type { Language } from "../../../contract/access/users.ts";
import { languageOf, localeOf, switchLocale, type Locale } from "../../i18n/i18n.ts";
import type { RootStore } from "../../stores/RootStore.ts";

/** The last language, or the browser's: for a page that is rendered before the user is known. */
export const firstLocale = (last: Language | null, languages: readonly string[]): Locale =>
  localeOf(last ?? languages.find((tag) => languageOf(tag)));

/** The stored language follows the profile of the user. @returns the function that ends this */
export const storeProfileLanguage = ({ session, preferences }: Pick<RootStore, "session" | "preferences">) =>
  reaction(
    () => session.user?.language,
    (language) => language && preferences.setLanguage(language),
  );

/** The page follows the stored language, which another tab may change. @returns the function that ends this */
export const showStoredLanguage = ({ preferences }: Pick<RootStore, "preferences">, i18n: I18n) =>
  reaction(
    () => preferences.language,
    (language) => language && void switchLocale(i18n, localeOf(language)),
  );
