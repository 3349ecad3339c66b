/** An exported name has one meaning in the server and one in the app, so that "go to symbol" and an automatic import find the one that is meant. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOfSeveralProviders, sharedNames } from "../../scripts/lint/exportedNames.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The same part of the interface to several providers: what reads a row, a row itself, a step of a write. */
const SAME_OF_PROVIDERS: ReadonlySet<string> = new Set(
  (
    "commentOf CommentRow commitOf CommitRow eventOf FileRow findNewIssue issueOf IssueRow LabelName ListCursor MAX_LISTED Milestone " +
    "offerNewIssue offersOf PAGE_SIZE personOf prepareNewIssue Repository requestOf RequestRow reviewOf User wholeIssues " +
    "WORKFLOW_FIELDS workflowOf WritableIssue"
  ).split(" "),
);

test("a name that two files declare is found, of any kind of declaration", () => {
  const texts = new Map([
    ["server/a/rows.ts", "export interface Row {}\nexport async function readRow() {}\nconst local = 1;\n"],
    ["server/b/lines.ts", "export const Row = z.object({});\nexport type Row = z.infer<typeof Row>;\n"],
    ["server/c/readRow.ts", "export const readRow = () => 1;\nexport const local = 2;\n"],
    ["server/d/again.ts", 'export { Row } from "../a/rows.ts";\n'],
  ]);
  expect(sharedNames(texts)).toEqual([
    { name: "readRow", paths: ["server/a/rows.ts", "server/c/readRow.ts"] },
    { name: "Row", paths: ["server/a/rows.ts", "server/b/lines.ts"] },
  ]);
});

test("one provider has a name once, and no other folder shares it", () => {
  const rows = (folder: string): string => `server/sources/providers/${folder}/rows.ts`;
  expect(isOfSeveralProviders([rows("github"), rows("gitlab")])).toBe(true);
  expect(isOfSeveralProviders([rows("github"), "server/sources/providers/github/writes.ts"])).toBe(false);
  expect(isOfSeveralProviders([rows("github"), "server/project/rows.ts"])).toBe(false);
});

test("no two files of the server export the same name", () => {
  // A migration is named by the change that it makes, and only the list of migrations imports it.
  const files = globSync("server/**/*.ts", { cwd: ROOT, exclude: ["server/db/migrations/**"] });
  expect(files.length).toBeGreaterThan(1000);
  const shared = sharedNames(new Map(files.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])));
  const isAllowed = ({ name, paths }: (typeof shared)[number]): boolean =>
    SAME_OF_PROVIDERS.has(name) && isOfSeveralProviders(paths);
  expect(shared.filter((entry) => !isAllowed(entry))).toEqual([]);
  expect([...SAME_OF_PROVIDERS].filter((name) => !shared.some((entry) => entry.name === name))).toEqual([]);
});

/** What each screen exports to the table of routes. */
const OF_A_SCREEN: ReadonlySet<string> = new Set(["Component", "loader", "shouldRevalidate"]);

test("no two files of the app export the same name", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(1000);
  const shared = sharedNames(new Map(files.map((path) => [path, readFileSync(join(ROOT, path), "utf8")])));
  expect(shared.filter(({ name }) => !OF_A_SCREEN.has(name))).toEqual([]);
});
