// Writes a locale that no user can choose: English with accents, 40 % longer, with the plural forms of Polish. Storybook's toolbar offers it, and
// tests use it to prove that a language is one folder. See docs/adr/0146.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Catalogue } from "./checkWords.ts";

/** Polish to Intl: its dates, numbers, collation and four plural forms. The private-use tag keeps the folder out of the app. */
export const PSEUDO_LOCALE = "pl-x-pseudo";

const LOCALES = join(dirname(import.meta.dirname), "src", "i18n", "locales");
const ACCENTS = new Map(
  [
    ..."AÁBƁCÇDĎEÉFƑGĜHĤIÍJĴKĶLĹMṀNÑOÓPÞRŔSŠTŤUÚVṼWŴYÝZŽaábƀcçdďeéfƒgĝhĥiíjĵkķlĺmṁnñoópþrŕsštťuúvṽwŵyýzž".matchAll(
      /(.)(.)/gsu,
    ),
  ].map(([, plain = "", accented = ""]) => [plain, accented] as const),
);
/** A placeholder, a tag, or one character. */
const PARTS = /\{\{[^}]*\}\}|<\/?\w+\/?>|./gsu;
/** Translations of short English texts are often longer by this share. */
const GROWTH = 1.4;

/** The text with accents, each word lengthened by repeating its vowels; placeholders and tags are unchanged. */
export function pseudoText(text: string): string {
  let written = 0;
  let read = 0;
  const longer = [...text.matchAll(PARTS)].map(([part]) => {
    if (part.length > 1 && /^[{<]/.test(part)) return part;
    const accented = ACCENTS.get(part) ?? part;
    read++;
    written++;
    if (!/[aeiou]/i.test(part)) return accented;
    const extra = Math.max(0, Math.ceil(read * GROWTH) - written);
    written += extra;
    return accented + accented.toLowerCase().repeat(extra);
  });
  return longer.join("");
}

const PLURAL = /_(one|other)$/;

/** A catalogue of the locale. Forms that English lacks are its `other` with the name of the form. */
export function pseudoCatalogue(english: Catalogue): Catalogue {
  const forms = new Intl.PluralRules(PSEUDO_LOCALE).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(english).flatMap(([key, value]): [string, string | Catalogue][] => {
      if (typeof value !== "string") return [[key, pseudoCatalogue(value)]];
      const text = pseudoText(value);
      if (!PLURAL.test(key)) return [[key, text]];
      if (key.endsWith("_one")) return [[key, text]];
      return forms
        .filter((form) => form !== "one")
        .map((form) => [key.replace(PLURAL, `_${form}`), form === "other" ? text : `${text} (${form})`]);
    }),
  );
}

/** Writes the folder of the locale below `folder`. A file that has not changed is not written, because Vite watches it. */
export function writePseudoLocale(folder = LOCALES): void {
  mkdirSync(join(folder, PSEUDO_LOCALE), { recursive: true });
  for (const file of readdirSync(join(LOCALES, "en"))) {
    const english = JSON.parse(readFileSync(join(LOCALES, "en", file), "utf8")) as Catalogue;
    const text = `${JSON.stringify(pseudoCatalogue(english), null, 2)}\n`;
    const path = join(folder, PSEUDO_LOCALE, file);
    if (readIfPresent(path) !== text) writeFileSync(path, text);
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main) writePseudoLocale();
