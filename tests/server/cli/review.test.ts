/** `clew review --diff`: commits of a repository on this machine, before they are pushed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RequestFindings } from "../../../contract/requests/requestFindings.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { productEntry } from "../support/productEntry.ts";

const valve = (open: number): string =>
  `export function openValveSlowly(): number {\n  const steps = 4;\n  return steps * ${open};\n}\n`;
const cache = mkdtempSync(join(tmpdir(), "clew-cli-review-"));
const folder = temporaryFolder();
const repository = join(folder.path, "loom");

beforeAll(() => {
  const grace = { author: "Grace Example", email: "grace@example.org" };
  const steps = Array.from({ length: 5 }, (_, at) => ({
    message: `Step ${at}`,
    ...grace,
    files: { "src/valve.ts": valve(at), "src/pump.ts": `export const step = ${at};\n` },
  }));
  const page = {
    message: "Page",
    ...grace,
    files: { "docs/opening.md": "# Opening\n\nCall `openValveSlowly()` first.\n" },
  };
  makeRepository(repository, [...steps, page]);
  const from = git(repository, "rev-parse", "main");
  makeRepository(repository, [{ message: "Open it wider", files: { "src/valve.ts": valve(99) } }], {
    from,
    branch: "topic",
  });
  // Later than the change, and on the other side: it is no history of what the change was made on.
  makeRepository(repository, [{ message: "Pump", ...grace, files: { "src/pump.ts": "export const step = 77;\n" } }], {
    from,
    branch: "main",
  });
});
afterAll(() => {
  folder.remove();
  rmSync(cache, { recursive: true, force: true });
});

function review(...args: readonly string[]) {
  const entry = productEntry("clew");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [entry, "review", "--repo", repository, "--cache", cache, ...args],
    { encoding: "utf8" },
  );
  return { status, out: stdout, said: stderr };
}

test("names who knows what the commits change, what they leave out and which pages they outdate", () => {
  const { status, out } = review("--diff", "main..topic", "--json");
  const found = RequestFindings.parse(JSON.parse(out));
  expect([status, found.files, found.head]).toEqual([0, 1, git(repository, "rev-parse", "topic")]);
  // Ada has written the commits.
  expect(found.reviewers.map(({ person, functions }) => [person.name, functions])).toEqual([
    ["Grace Example", ["openValveSlowly"]],
  ]);
  expect(found.missing).toEqual([{ path: "src/pump.ts", changed: "src/valve.ts", together: 5, of: 5 }]);
  expect(found.pages).toMatchObject([{ path: "docs/opening.md", how: "changed", names: ["openValveSlowly"] }]);
  const people = review("--diff", "main...topic", "--human");
  expect(people.out).toContain("Grace Example  changed openValveSlowly");
  expect(people.out).toContain("src/pump.ts  in 5 of 5 commits to src/valve.ts");
});

test.each([
  [["--diff", "main..nowhere"], 1, "has no revision nowhere"],
  [["--diff=--output=x"], 2, "is a range of commits"],
  [["--diff", "main..topic", "--request", "3"], 2, "one of them"],
  [["--diff", "topic..topic", "--human"], 1, ""],
])("%j ends with %i", (args, status, said) => {
  const ended = review(...args);
  expect([ended.status, ended.said]).toEqual([status, expect.stringContaining(said)]);
});
