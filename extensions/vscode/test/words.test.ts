/** Every sentence of the extension is there in English and in Turkish, and none is left over. */
import { deepStrictEqual } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { reasonWords } from "../src/words.ts";

const root = join(import.meta.dirname, "..");
const json = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, string>;
const source = readdirSync(join(root, "src"))
  .map((name) => readFileSync(join(root, "src", name), "utf8"))
  .join("\n");

test("sentences of the code", () => {
  const used = [...source.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? "");
  const turkish = json("l10n/bundle.l10n.tr.json");
  deepStrictEqual([...new Set(used)].toSorted(), Object.keys(turkish).toSorted());
  const places = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted();
  for (const [english, words] of Object.entries(turkish)) deepStrictEqual(places(words), places(english), english);
});

test("reasons have the words of the app, in the editor's language or in English", () => {
  const words = (language: string) => ({
    files: json(`../../src/i18n/locales/${language}/issuePage.json`)["reason"],
    people: json(`../../src/i18n/locales/${language}/experts.json`)["reason"],
  });
  for (const language of ["tr", "tr-TR"]) deepStrictEqual<unknown>(reasonWords(language), words("tr"));
  for (const language of ["en", "de", "trx"]) deepStrictEqual<unknown>(reasonWords(language), words("en"));
});

test("sentences of the manifest", () => {
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? "");
  deepStrictEqual(Object.keys(json("package.nls.json")).toSorted(), [...new Set(used)].toSorted());
  deepStrictEqual(Object.keys(json("package.nls.tr.json")), Object.keys(json("package.nls.json")));
});

test("every command of the manifest is carried out, and every one that is carried out is known", () => {
  const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    contributes: { commands: { command: string }[] };
  };
  const declared = contributes.commands.map(({ command }) => command);
  const done = [...source.matchAll(/^ {4}"(clew\.\w+)":/gm)].map(([, name]) => name ?? "");
  // Commands of rows only: they need the row that they open.
  deepStrictEqual(done.filter((name) => !declared.includes(name)).toSorted(), ["clew.moreIssues", "clew.open"]);
  deepStrictEqual(
    declared.filter((name) => !done.includes(name)),
    [],
  );
});
