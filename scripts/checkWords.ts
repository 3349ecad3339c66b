// Part of `npm run lint`: the catalogues of all languages have the same keys. The types, which are derived from the English
// catalogues, check that a key used in code exists.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** `{ a: { b: "x" } }` → `a.b` → "x" */
function flatten(catalogue: Catalogue, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** Keys as in code: without the suffix of a plural form. */
const baseKeys = (flat: ReadonlyMap<string, string>): Set<string> =>
  new Set([...flat.keys()].map((key) => key.replace(PLURAL, "")));

/** Placeholders and tags: `{{name}}`, `{{count, number}}`, `<b>`. */
const slots = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|<(\w+)\/?>/g)].map(([, name, tag]) =>
      name ? `{{${name}}}` : `<${tag}>`,
    ),
  );

/**
 * Compares one catalogue with the English one. Each problem is a sentence that names the key.
 * @param locale of `other`, which decides the plural forms it must have
 */
export function compareCatalogues(english: Catalogue, other: Catalogue, locale: string): string[] {
  const en = flatten(english);
  const its = flatten(other);
  const problems: string[] = [];
  const enKeys = baseKeys(en);
  const itsKeys = baseKeys(its);
  for (const key of enKeys) if (!itsKeys.has(key)) problems.push(`${key} is missing`);
  for (const key of itsKeys) if (!enKeys.has(key)) problems.push(`${key} is not in the English catalogue`);
  for (const key of itsKeys) {
    const isPlural = [...its.keys()].some((word) => word !== key && word.replace(PLURAL, "") === key);
    if (!isPlural) continue;
    for (const form of new Intl.PluralRules(locale).resolvedOptions().pluralCategories) {
      if (!its.has(`${key}_${form}`)) problems.push(`${key} has no form for "${form}"`);
    }
  }
  for (const [key, text] of its) {
    const original = en.get(key) ?? en.get(`${key.replace(PLURAL, "")}_other`) ?? en.get(key.replace(PLURAL, ""));
    if (text.trim() === "") problems.push(`${key} is empty`);
    if (original === undefined) continue;
    const originalSlots = slots(original);
    const has = slots(text);
    // A singular form may omit the number: "an issue".
    const missing = [...originalSlots].filter((slot) => !has.has(slot) && !(slot === "{{count}}" && PLURAL.test(key)));
    const unknown = [...has].filter((slot) => !originalSlots.has(slot));
    if (missing.length > 0) problems.push(`${key} lacks ${missing.join(", ")}`);
    if (unknown.length > 0) problems.push(`${key} has ${unknown.join(", ")}, which English has not`);
    if (
      text === original &&
      text
        .replaceAll(/\{\{[^}]*\}\}/g, "")
        .trim()
        .split(/\s+/).length > 3
    ) {
      problems.push(`${key} is not translated: "${text}"`);
    }
  }
  return problems;
}

if (import.meta.main) {
  const folder = join(dirname(import.meta.dirname), "src", "i18n", "locales");
  const read = (locale: string, file: string): Catalogue => {
    const path = join(folder, locale, file);
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Catalogue) : {};
  };
  const locales = readdirSync(folder).filter((locale) => locale !== "en");
  const problems = locales.flatMap((locale) =>
    [...new Set([...readdirSync(join(folder, "en")), ...readdirSync(join(folder, locale))])].flatMap((file) =>
      compareCatalogues(read("en", file), read(locale, file), locale).map((problem) => `${locale}/${file}: ${problem}`),
    ),
  );
  for (const problem of problems) console.error(`✗ ${problem}`);
  console.log(`Words: ${locales.join(", ")} compared with English, ${problems.length} problems.`);
  if (problems.length > 0) process.exit(1);
}
