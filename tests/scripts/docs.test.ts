import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOMS } from "../../scripts/lint/arrows.ts";

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

test("every test that the security checklist names is there, and each of its lines names one or says that none can", () => {
  const page = read("docs/SECURITY-CHECKLIST.md");
  const named = [...page.matchAll(/[\w-]+(?:\/[\w-]+)+\.test\.tsx?/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !existsSync(join(root, "tests", path)))).toEqual([]);
  const proofs = page
    .slice(page.indexOf("## V1"))
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").at(-2)?.trim() ?? "");
  expect(proofs.filter((proof) => proof !== "–" && !proof.endsWith(".test.ts") && !proof.endsWith(".tsx"))).toEqual([]);
});

test("the page for operators has every setting, and none that is not there", () => {
  const code = [...read("server/settings.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] ?? "");
  // Not an operator's business: it is how Node's world tells tests from the real thing.
  const settings = code.filter((name) => name !== "NODE_ENV").toSorted();
  const documented = [...read("docs/OPERATING.md").matchAll(/^\| `([A-Z_]+)`/gm)]
    .map((match) => match[1] ?? "")
    .toSorted();
  expect(settings.length).toBeGreaterThan(8);
  expect(documented).toEqual(settings);
});

test("every room of the arrows is a place of this repository", () => {
  const missing = ROOMS.map(({ room }) => room).filter((room) => !existsSync(join(root, room)));
  expect(missing).toEqual([]);
});
