import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const sources = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((path) => ({ path, text: read(path) }));

/** Classes of a CSS module that no importing file names. A file that looks classes up by a computed name uses all of them. */
function deadClasses(sheet: string, text: string): string[] {
  const importers = sources.filter((source) => source.text.includes(`/${basename(sheet)}"`));
  const names = new Set<string>();
  for (const { text: code } of importers) {
    const [, local = ""] = new RegExp(`import (\\w+) from "[^"]*/${basename(sheet)}"`).exec(code) ?? [];
    // Looked up by a computed name, or handed to another component as a whole.
    if (local === "" || new RegExp(`\\b${local}\\[(?!")|=\\{${local}\\}`).test(code)) return [];
    for (const [, dotted, quoted] of code.matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\["([^"]+)"\\])`, "g")))
      names.add(dotted ?? quoted ?? "");
  }
  const rules = text
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/:global\([^)]*\)/g, "")
    .replaceAll(/"[^"]*"/g, '""');
  const declared = [...rules.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = ""]) => name);
  return [...new Set(declared)].filter((name) => !names.has(name));
}

/** Classes that a component names and its CSS module does not define. */
const missingClasses = (code: string, readSheet: (path: string) => string): string[] =>
  [...code.matchAll(/import (\w+) from "(\.[^"]*\.module\.css)"/g)].flatMap(([, local = "", path = ""]) => {
    const rules = readSheet(path);
    const used = [...code.matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\["([^"]+)"\\])`, "g"))];
    const names = new Set(used.map(([, dotted, quoted]) => dotted ?? quoted ?? ""));
    return [...names].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(rules));
  });

test("each class that a component names is in its CSS module", () => {
  const missing = sources.flatMap(({ path, text }) =>
    missingClasses(text, (sheet) => read(join(dirname(path), sheet))).map((name) => `${path} ${name}`),
  );
  expect(missing).toEqual([]);
});

test("a class without a rule is found", () => {
  const code = 'import styles from "./a.module.css"; <b className={styles.one} id={styles["two"]} title={styles.on} />';
  expect(missingClasses(code, () => ".one { color: red; } .two-lines { margin: 0; }")).toEqual(["two", "on"]);
});

test("each class of a CSS module is used", () => {
  const sheets = globSync("src/**/*.module.css", { cwd: root });
  expect(sheets.length).toBeGreaterThan(80);
  const dead = sheets.flatMap((sheet) => deadClasses(sheet, read(sheet)).map((name) => `${sheet} .${name}`));
  expect(dead).toEqual([]);
});

test("an unused class is found", () => {
  expect(deadClasses("src/nowhere.module.css", ".used { color: red; } .a .b:hover { margin: 0.5rem; }")).toEqual([
    "used",
    "a",
    "b",
  ]);
});

/** Selectors before a comma that no selector follows: the browser drops the rule, and the build fails. */
const openLists = (text: string): string[] =>
  [...text.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/[^\s{},][^{},]*(?=,\s*[@{}])/g)].map(([selector]) => selector);

test("each list of selectors is complete", () => {
  const open = globSync("src/**/*.css", { cwd: root }).flatMap((sheet) =>
    openLists(read(sheet)).map((selector) => `${sheet} ${selector}`),
  );
  expect(open).toEqual([]);
});

test("a list of selectors that ends in a comma is found", () => {
  expect(openLists(".a,\n.b,\n@media (width < 40rem) { .b, .c { margin: 0; } }")).toEqual([".b"]);
});

test("an inline style has only values that are computed", () => {
  const fixed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/style=\{\{([^{}]*)\}\}/g)].flatMap(([, style = ""]) =>
      style.split(",").some((entry) => /^\s*[\w"-]+:\s*(?:"[^"]*"|-?[\d.]+)\s*$/.test(entry))
        ? [`${path}: ${style.trim()}`]
        : [],
    ),
  );
  expect(fixed).toEqual([]);
});
