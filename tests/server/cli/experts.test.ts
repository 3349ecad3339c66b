import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ADA, BORA, CEM, PeopleRepository } from "../engines/expertSample.ts";
import { productEntry } from "../support/productEntry.ts";

const repository = new PeopleRepository();
const cache = mkdtempSync(join(tmpdir(), "clew-cli-experts-"));
let early: string;

beforeAll(() => {
  repository.commit(0, CEM, "Add the parser", {
    "parser.py": "class Parser:\n    def parse_header(self):\n        pass\n",
  });
  early = repository.commit(10, CEM, "Parser: read headers", {
    "parser.py": "class Parser:\n    def parse_header(self):\n        return 1\n",
  });
  repository.commit(20, BORA, "Add the writer", { "out/writer.py": "def write_footer():\n    pass\n" });
  repository.commit(30, ADA, "Parser: folded headers", {
    "parser.py": "class Parser:\n    def parse_header(self):\n        return 2\n",
  });
});
afterAll(() => {
  rmSync(repository.folder, { recursive: true, force: true });
  rmSync(cache, { recursive: true, force: true });
});

const Person = z.strictObject({ name: z.string(), email: z.string(), score: z.number() });
const People = z.strictObject({
  people: z.array(Person.extend({ roles: z.array(z.enum(["fixer", "reviewer"])) })),
  fixers: z.array(Person),
  reviewers: z.array(Person),
});
function ask(rev: string, lines: readonly unknown[]) {
  const entry = productEntry("clew");
  const { status, stdout } = spawnSync(
    process.execPath,
    [entry, "experts", "--repo", repository.folder, "--rev", rev, "--cache", cache],
    { input: lines.map((line) => JSON.stringify(line)).join("\n"), encoding: "utf8" },
  );
  return { status, lines: stdout.split("\n").filter((line) => line !== "") };
}
const names = (line: string | undefined) => People.parse(JSON.parse(line ?? "{}")).people.map(({ name }) => name);

test("one process answers many lines in rank order, by text or by paths, also one that is not there yet", () => {
  const { status, lines } = ask("HEAD", [
    { title: "Folded header is parsed wrongly", body: "`parse_header` returns nothing" },
    { title: "Footer", paths: ["out/writer.py"] },
    { title: "Footer", body: null, paths: ["out/new/footer.py"] },
  ]);
  expect(status).toBe(0);
  expect(lines.map((line) => names(line)[0])).toEqual(["Ada Byron", "Bora Kaya", "Bora Kaya"]);
  const scores = People.parse(JSON.parse(lines[0] ?? "{}")).people.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const { people, fixers } = People.parse(JSON.parse(lines[0] ?? "{}"));
  const likeliest = people.find(({ email }) => email === fixers[0]?.email);
  expect(likeliest?.roles).toContain("fixer");
});

test("of an older revision names no later contributor", () => {
  const { lines } = ask(early, [{ title: "Header is parsed wrongly", body: "" }]);
  expect(names(lines[0])).toEqual(["Cem Demir"]);
});

test("a line that is none gets an error in its place, and the others their answers", () => {
  const { status, lines } = ask("HEAD", [{ body: 1 }, { title: "Footer" }]);
  expect(status).toBe(1);
  expect(JSON.parse(lines[0] ?? "{}")).toHaveProperty("error");
  expect(names(lines[1]).length).toBeGreaterThan(0);
});
