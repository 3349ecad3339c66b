import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBacktest } from "../../../server/engines/backtest/runBacktest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { projectIndex } from "./projectIndex.ts";
import { commitTime, indexedIssue } from "../support/indexedProject.ts";

let project: Awaited<ReturnType<typeof projectIndex>>;
const past = mkdtempSync(join(tmpdir(), "clew-past-"));
const cookies = (line: string): string => `# Keeps cookies.\ndef store_cookie(name, value):\n    ${line}\n`;
beforeAll(async () => {
  project = await projectIndex(
    [
      {
        message: "First",
        files: { "src/cookies.py": cookies("jar[name] = value"), "src/http.py": "def send():\n    pass\n" },
      },
      // The words of the report come into another file by the fix itself: who looks at the code of today finds that one.
      {
        message: "fix: empty cookies vanish, fixes #1",
        files: {
          "src/cookies.py": cookies("jar[name] = value or ''"),
          "docs/vanish.py": "empty_cookies_vanish = store_cookie_vanish = 1\n".repeat(9),
        },
      },
      { message: "New file fixes #2", files: { "src/added.py": "def added():\n    pass\n" } },
    ],
    (commits) => [
      indexedIssue(1, {
        title: "Empty cookies vanish",
        body: "`store_cookie` loses them",
        comments: "The secret is in src/http.py",
        state: "closed",
        createdAt: commitTime(1) + 1000,
        closedAt: commitTime(2),
        fixCommits: [commits[1] ?? ""],
      }),
      indexedIssue(2, {
        title: "Something is to be added",
        state: "closed",
        createdAt: commitTime(2),
        closedAt: commitTime(3),
        fixCommits: [commits[2] ?? ""],
      }),
      indexedIssue(3, { title: "Closed by hand", state: "closed", createdAt: 0, closedAt: 5 }),
      indexedIssue(4, {
        title: "Written after its fix",
        state: "closed",
        createdAt: commitTime(9),
        closedAt: commitTime(10),
        fixCommits: [commits[1] ?? ""],
      }),
    ],
  );
});
afterAll(() => {
  project.remove();
  rmSync(past, { recursive: true, force: true });
});

test("asks about fixed issues on the code as it was, without comments, and reports what was left out", async () => {
  const progress: string[] = [];
  const questions: string[] = [];
  const result = await runBacktest({
    index: project.index,
    blobs: createFileBlobs(past),
    gitDirOf: () => project.gitDir,
    bodiesOf: (ids) => {
      questions.push(...ids);
      return Promise.resolve(new Map([["issue-1", "`store_cookie` loses them"]]));
    },
    onProgress: (done, total) => progress.push(`${done}/${total}`),
    cases: 50,
  });
  expect(questions).toEqual(["issue-1", "issue-2"]);
  expect(progress).toEqual(["0/2", "1/2", "2/2"]);
  // The file that the fix brought is not in the code of that day, so it can neither be found nor displace another file.
  expect(result.rows).toEqual([
    expect.objectContaining({ key: "#1", files: ["src/cookies.py"], rank: 1, commit: project.commits[1] }),
  ]);
  expect(result.localize?.engine).toEqual({ acc_1: 1, acc_3: 1, acc_5: 1, acc_10: 1, mrr: 1 });
  expect(result.experts).toMatchObject({ cases: 1, engine: { hit_1: 1 } });
  expect(result.skipped).toEqual({ no_commit: 2, no_code: 1, too_wide: 0 });
});
