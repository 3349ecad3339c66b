import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The text of an opened bracket up to its end. */
function untilClosed(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "") && --depth === 0) return text.slice(0, at);
  }
  return text;
}

/** Calls of `t` with a literal key, and placeholders of its text that the arguments do not name. */
function missingValues(code: string, textsOf: (namespace: string) => Record<string, unknown>): string[] {
  const namespaces = [...code.matchAll(/useTranslation\("(\w+)"\)/g)].map(([, name = ""]) => name);
  const [namespace = ""] = namespaces;
  if (new Set(namespaces).size !== 1) return [];
  const texts = textsOf(namespace);
  const textOf = (key: string): unknown =>
    key.split(".").reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], texts);
  return [...code.matchAll(/(?<![\w.])t\("([\w.]+)"/g)].flatMap((call) => {
    const [whole, key = ""] = call;
    const values = untilClosed(code.slice(call.index + whole.length));
    const text = textOf(key) ?? textOf(`${key}_other`);
    // Values that are spread or that a variable holds are checked by no one.
    if (typeof text !== "string" || values.includes("...") || /^,\s*\w/.test(values)) return [];
    const names = [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name = ""]) => name);
    return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(values)).map((name) => `${key}: ${name}`);
  });
}

test("each placeholder of a text has a value", () => {
  const missing = globSync("src/{components,routes}/**/*.tsx", { cwd: root }).flatMap((path) =>
    missingValues(read(path), (namespace) => JSON.parse(read(`src/i18n/locales/en/${namespace}.json`))).map(
      (name) => `${path} ${name}`,
    ),
  );
  expect(missing).toEqual([]);
});

test("a placeholder without a value is found", () => {
  const code =
    'const { t } = useTranslation("commits"); t("lines", { from: first(1), until }); t("all_other"); t("many", { count })';
  const texts = { lines: "Lines {{from}} to {{to}}", many_other: "{{count, number}} lines" };
  expect(missingValues(code, () => texts)).toEqual(["lines: to"]);
});
