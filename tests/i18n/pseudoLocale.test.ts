import { mkdtempSync, globSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PSEUDO_LOCALE as STORIES_LOCALE } from "../../.storybook/modes.ts";
import { type Catalogue, compareCatalogues } from "../../scripts/checkWords.ts";
import { PSEUDO_LOCALE, pseudoCatalogue, pseudoText, writePseudoLocale } from "../../scripts/pseudoLocale.ts";
import { formattersOf, relativeTime } from "../../src/i18n/formatters.ts";
import { createI18n, type Catalogues, type Locale } from "../../src/i18n/i18n.ts";
import { NAMESPACES } from "../../src/i18n/resources.ts";

/** No choice of a user, and so not of the type. */
const pseudo = PSEUDO_LOCALE as Locale;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-locales-"));
  writePseudoLocale(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string): Catalogue => JSON.parse(readFileSync(path, "utf8")) as Catalogue;
const english = (file: string): Catalogue => read(join("src/i18n/locales/en", file));

test("the check of the catalogues accepts the folder, and misses a plural form of its language", () => {
  const files = readdirSync(join(folder, PSEUDO_LOCALE));
  expect(files.map((file) => file.replace(".json", "")).toSorted()).toEqual([...NAMESPACES].toSorted());
  const problems = files.flatMap((file) =>
    compareCatalogues(english(file), read(join(folder, PSEUDO_LOCALE, file)), PSEUDO_LOCALE),
  );
  expect(problems).toEqual([]);
  const { syncDone_few: few, ...states } = read(join(folder, PSEUDO_LOCALE, "states.json"));
  expect(few).toBeTypeOf("string");
  expect(compareCatalogues(english("states.json"), states, PSEUDO_LOCALE)).toEqual(['syncDone has no form for "few"']);
});

test("the folder alone gives the app its words, with four plural forms", async () => {
  const catalogues: Catalogues = Object.fromEntries(
    NAMESPACES.map((name) => [
      `./locales/${PSEUDO_LOCALE}/${name}.json`,
      () => Promise.resolve(read(join(folder, PSEUDO_LOCALE, `${name}.json`))),
    ]),
  );
  const words = await createI18n(pseudo, NAMESPACES, catalogues);
  const t = words.getFixedT(null, "states");
  const done = (count: number) => t("syncDone", { count, formatted: String(count) });
  expect([0, 1, 2, 5, 22, 25].map(done)).toEqual([
    "0 ďóóóñé (many)",
    "1 ďóóóñé",
    "2 ďóóóñé (few)",
    "5 ďóóóñé (many)",
    "22 ďóóóñé (few)",
    "25 ďóóóñé (many)",
  ]);
});

test("dates, numbers, lists and the order of names come from the tag", () => {
  const format = formattersOf(pseudo);
  expect(format.date("2026-03-02T09:00:00Z")).toBe("2 mar 2026");
  // The space is not breaking.
  expect(format.number(12_345.5)).toMatch(/^12\s345,5$/);
  expect(format.list(["a", "b", "c"])).toBe("a, b i c");
  expect(["m", "ł", "l"].toSorted(format.compare)).toEqual(["l", "ł", "m"]);
  expect(relativeTime(pseudo, "2026-02-26T09:00:00Z", "2026-03-02T09:00:00Z")).toBe("4 dni temu");
  expect(["EN", "TR", "pl"].map(format.language)).toEqual(["English", "Türkçe", "polski"]);
});

test("a text is 40 % longer, and keeps its placeholders and tags", () => {
  expect(pseudoText("Most likely <name/> in {{path}}")).toMatch(/^\S+ \S+ <name\/> \S+ \{\{path\}\}$/);
  const plain = "The repositories could not be loaded";
  expect(pseudoText(plain).length).toBeGreaterThanOrEqual(Math.floor(plain.length * 1.35));
  expect(pseudoCatalogue({ a: { b: "x" } })).toEqual({ a: { b: "x" } });
});

test("no code of the app names a language: the list is one constant, the words one folder", () => {
  const named = globSync("{src,contract}/**/*.{ts,tsx}").filter(
    (path) => path !== "contract/constants.ts" && /["'`](?:tr|TR|tr-TR)["'`]/.test(readFileSync(path, "utf8")),
  );
  expect(named).toEqual([]);
});

test("the generated folder is no part of the app", async () => {
  writePseudoLocale();
  const words = await createI18n(pseudo, ["states"]);
  const t = words.getFixedT(null, "states");
  // Without a catalogue the text is the end of the key.
  expect(t("retry")).toBe("retry");
  expect(STORIES_LOCALE).toBe(PSEUDO_LOCALE);
});
