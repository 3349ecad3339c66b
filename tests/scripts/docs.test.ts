import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { adrIndex } from "../../scripts/adrIndex.ts";
import { MODULE_RULES } from "../../scripts/lint/arrows.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path)),
];

test("every script that a page names is there", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run ([a-z][\w:-]*)/g)].map((match) => match[1] ?? ""),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every link within the repository leads somewhere", () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? "")
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every file of code that a decision or the architecture names exists", () => {
  const folders = ["contract", "server", "src", "scripts", "stories", "tests", "bench", ".storybook"];
  const files = [
    ...readdirSync(root).map((name) => `/${name}`),
    ...[...folders, "extensions/vscode/src"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => `/${folder}/${path}`),
    ),
  ];
  const named = pages
    .filter((page) => page.startsWith("docs/adr/") || page === "docs/ARCHITECTURE.md")
    .flatMap((page) => [...read(page).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => ({ page, name })));
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)));
  expect(missing.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
});

test("every defence of the threat model names tests that are there", () => {
  const page = read("docs/THREAT-MODEL.md");
  const table = page.slice(page.indexOf("## Entry points"), page.indexOf("## Known gaps"));
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.split("|").at(-2) ?? "");
  expect(rows.length).toBeGreaterThan(20);
  const named = rows.map((row) => [...row.matchAll(/[\w-]+(?:\/[\w-]+)+\.test\.tsx?/g)].map(([path]) => path));
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, "tests", path)))).toEqual([]);
});

test("the page for operators has every setting, and none that is not there", () => {
  const code = [...read("server/environment.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? "");
  // Not a setting of operators: Node's convention to distinguish tests from production.
  const settings = code.filter((name) => name !== "NODE_ENV").toSorted();
  const documented = [...read("docs/OPERATING.md").matchAll(/^\| `([A-Z_]+)`/gm)]
    .map((match) => match[1] ?? "")
    .toSorted();
  expect(settings.length).toBeGreaterThan(8);
  expect(documented).toEqual(settings);
});

test("every path of the import rules is a file or folder of this repository", () => {
  const missing = MODULE_RULES.map(({ path }) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test("no paragraph of the operator's page is there twice, as a merge of two versions leaves it", () => {
  const openings = read("docs/OPERATING.md")
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .split("\n")
    .map((line) => line.slice(0, 60))
    .filter((opening) => opening.length === 60 && !opening.startsWith("|"));
  expect(openings.filter((opening, at) => openings.indexOf(opening) !== at)).toEqual([]);
});

test("every architecture decision has the common form", () => {
  const folder = "docs/adr";
  const files = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name));
  const problems = files.flatMap((name) => {
    const [title = "", , status = "", ...body] = read(join(folder, name)).split("\n");
    const number = name.slice(0, 4);
    const heading = new RegExp(`^# ${number}\\. (.+)$`).exec(title)?.[1];
    return [
      ...(heading === undefined ? [`${name}: the title is not "# ${number}. …"`] : []),
      ...(/^Status: accepted, \d{4}-\d\d-\d\d\./.test(status) ? [] : [`${name}: no status with a date`]),
      ...(body.includes("## Decision") ? [] : [`${name}: no decision`]),
    ];
  });
  expect(problems).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length);
});

test("the list of architecture decisions is up to date; `npm run adr` writes it", () => {
  const list = read("docs/adr/README.md");
  expect(adrIndex()).toBe(list);
  expect(list.match(/^- \[\d{4}\. /gm)?.length).toBeGreaterThan(60);
});

test("every path that the documents for developers name exists", () => {
  const named = ["CONTRIBUTING.md", "docs/ARCHITECTURE.md", "docs/GLOSSARY.md"].flatMap((page) =>
    [...read(page).matchAll(/`((?:contract|src|server|stories|tests|scripts|bench|docs|extensions)\/[\w./-]*)`/g)].map(
      (match) => ({ page, path: match[1] ?? "" }),
    ),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ path }) => !path.endsWith("/NAME") && !existsSync(join(root, path)))).toEqual([]);
});
