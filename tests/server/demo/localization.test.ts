import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRevision } from "../../../server/cli/local/revisionIndex.ts";
import { loadDemoData } from "../../../server/demo/data/demoData.ts";
import { bm25Baseline } from "../../../server/engines/backtest/bm25Baseline.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { rankIssue } from "../../../server/engines/localize/rankIssue.ts";
import { ANSWERS } from "./answers.ts";

const root = join(import.meta.dirname, "../../..");
const LOOKED_AT = 50;

test("every answer is a file of this repository", () => {
  const paths = Object.values(ANSWERS).flat();
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Ranks of the first right file by the engine and by plain BM25, for each issue whose answer is in the last commit; Infinity where none is named. */
async function rankAnswers(): Promise<{ readonly engine: number[]; readonly plain: number[] }> {
  const committed = new Set(
    execFileSync("git", ["ls-tree", "-r", "--name-only", "HEAD"], { cwd: root, encoding: "utf8" }).split("\n"),
  );
  const issues = loadDemoData().issues.filter(({ number }) => ANSWERS[number]?.some((path) => committed.has(path)));
  const cache = mkdtempSync(join(tmpdir(), "clew-cache-"));
  try {
    const index = await openRevision(root, "HEAD", { folder: cache, maxBytes: Infinity }, () => undefined);
    const rankIn = (number: number, files: readonly (string | undefined)[]): number => {
      const place = files.findIndex((path) => path !== undefined && ANSWERS[number]?.includes(path));
      return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
    };
    return {
      engine: issues.map(({ number, title, body }) => {
        const { ranking } = rankIssue(index, readQuestion(title, body ?? ""), null, LOOKED_AT);
        return rankIn(
          number,
          ranking.files.map(({ member, file }) => index.code[member]?.files.path(file)),
        );
      }),
      plain: issues.map(({ number, title, body }) => rankIn(number, bm25Baseline(index, title, body ?? "", LOOKED_AT))),
    };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

// The answers are known to a person who knows the code; a download without its history has nothing to look in.
describe.runIf(existsSync(join(root, ".git")))("the demo's issues are led to their files", () => {
  // Shares move with every commit, since the code is what is searched: the same words counted plainly move with them.
  test("further up than by the same words counted plainly, and half of them among the first ten", async () => {
    const { engine, plain } = await rankAnswers();
    const share = (ranks: readonly number[], within: number) =>
      ranks.filter((rank) => rank <= within).length / ranks.length;
    const reciprocal = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
    expect(engine.length).toBeGreaterThan(40);
    for (const within of [5, 10]) expect(share(engine, within)).toBeGreaterThan(share(plain, within));
    // A rename of many files takes their history from them, and with it some first places. One issue at the first place is the unit.
    expect(reciprocal(engine)).toBeGreaterThan(reciprocal(plain) - 1 / engine.length);
    // The code grows and the issues do not, so the share among the first five falls slowly.
    expect(share(engine, 10)).toBeGreaterThan(0.5);
    // It indexes the whole history of this code.
  }, 240_000);
});
