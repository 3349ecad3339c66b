import i18next, { type BackendModule, type i18n as I18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { LANGUAGES } from "../../contract/constants.ts";
import { visibleText } from "../domain/hiddenCharacters.ts";
import { FIRST_NAMESPACES, type Namespace } from "./resources.ts";

type Language = (typeof LANGUAGES)[number];
/** The contract's `Language` in lower case. */
export type Locale = Lowercase<Language>;

/** Loaders of catalogues by path, as `import.meta.glob` returns them. */
export type Catalogues = Readonly<Record<string, () => Promise<ResourceKey>>>;

/** A folder with a private-use tag (`-x-`) is generated for tests and stories, and no part of the app. */
const CATALOGUES: Catalogues = import.meta.glob<ResourceKey>(["./locales/*/*.json", "!./locales/*-x-*/*.json"], {
  import: "default",
});

const backendOf = (catalogues: Catalogues): BackendModule => ({
  type: "backend",
  init: () => undefined,
  read: (locale, namespace, done) => {
    const found = Object.keys(catalogues).find((path) => path.endsWith(`/${locale}/${namespace}.json`));
    const load = found === undefined ? undefined : catalogues[found];
    if (!load) {
      done(new Error(`There is no catalogue ${namespace} in ${locale}.`), null);
      return;
    }
    load().then(
      (catalogue) => {
        done(null, catalogue);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)), null);
      },
    );
  },
});

/** The language of a language tag such as EN or en-GB; undefined for an unsupported one. */
export const languageOf = (tag: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => tag?.toUpperCase().split("-")[0] === language);

/** The locale of a language tag; English for an unsupported one. */
export const localeOf = (tag: string | null | undefined): Locale => (languageOf(tag) ?? "EN").toLowerCase() as Locale;

/**
 * The texts of one language, ready to be rendered. Only that language is loaded: its first catalogues (and those of `namespaces`) before
 * the promise resolves, the others when a component uses them.
 */
export async function createI18n(
  locale: Locale,
  namespaces: readonly Namespace[] = FIRST_NAMESPACES,
  catalogues: Catalogues = CATALOGUES,
): Promise<I18n> {
  const instance = i18next.createInstance();
  await instance
    .use(backendOf(catalogues))
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: false,
      load: "currentOnly",
      ns: [...namespaces],
      defaultNS: "shell",
      // React escapes markup. What is left are invisible characters and those that change the direction of a sentence.
      interpolation: { escape: visibleText },
      returnNull: false,
      // A host may use a role or a provider that the contract does not know: its own name is shown then, which is the end of the key.
      parseMissingKeyHandler: (key) => key.slice(key.lastIndexOf(".") + 1),
      react: { useSuspense: true },
    });
  return instance;
}

/** The language whose catalogues are being loaded. */
const pendingLocale = new WeakMap<I18n, Locale>();

/**
 * Loads the other language's catalogues for everything on screen, then switches; also sets the document's language, for hyphenation and
 * speech. The last call wins, also over one whose catalogues arrive later.
 */
export async function switchLocale(instance: I18n, locale: Locale): Promise<void> {
  const isLoading = pendingLocale.has(instance);
  pendingLocale.set(instance, locale);
  if (isLoading || instance.language !== locale) await instance.changeLanguage(locale);
  if (pendingLocale.get(instance) !== locale) return;
  pendingLocale.delete(instance);
  document.documentElement.lang = locale;
}
