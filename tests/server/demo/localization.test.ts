import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDemoData } from "../../../server/demo/demoData.ts";
import { ANSWERS } from "./answers.ts";

const root = join(import.meta.dirname, "../../..");

test("every answer is a file of this repository", () => {
  const paths = Object.values(ANSWERS).flat();
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Rank of the first right file for each issue whose answer is in the last commit; Infinity where none is named. */
function rankAnswers(): number[] {
  const committed = new Set(
    execFileSync("git", ["ls-tree", "-r", "--name-only", "HEAD"], { cwd: root, encoding: "utf8" }).split("\n"),
  );
  const issues = loadDemoData().issues.filter(({ number }) => ANSWERS[number]?.some((path) => committed.has(path)));
  const cache = mkdtempSync(join(tmpdir(), "clew-cache-"));
  try {
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, "server/cli/clew.ts"), "localize", "--repo", root, "--cache", cache],
      {
        input: issues.map(({ title, body }) => JSON.stringify({ title, body })).join("\n"),
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { files: readonly (string | { path: string })[] });
    return issues.map(({ number }, place) => {
      const files = answers[place]?.files.map((file) => (typeof file === "string" ? file : file.path)) ?? [];
      const rank = files.findIndex((path) => ANSWERS[number]?.includes(path));
      return rank < 0 ? Number.POSITIVE_INFINITY : rank + 1;
    });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

// The answers are known to a person who knows the code; a download without its history has nothing to look in.
describe.runIf(existsSync(join(root, ".git")))("the demo's issues are led to their files", () => {
  test("one in four at the first place, three in five among the first five, four in five among the first ten", () => {
    const ranks = rankAnswers();
    const share = (within: number) => ranks.filter((rank) => rank <= within).length / ranks.length;
    expect(ranks.length).toBeGreaterThan(40);
    expect(share(1)).toBeGreaterThan(0.25);
    expect(share(5)).toBeGreaterThan(0.6);
    expect(share(10)).toBeGreaterThan(0.8);
  });
});
