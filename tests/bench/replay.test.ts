/** A host that replays the issues of a small history to a server with an app, and prints the comments of the app. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { git, makeRepository, temporaryFolder } from "../server/sources/gitFixture.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const SECONDS = { reported: 1_700_000_600, fixed: 1_700_001_200 };

const tokenizer = (separator: string): string => `export function splitWords(text: string): string[] {
  // The tokenizer of the search splits a text into words.
  return text.split(${separator});
}
`;
const issue = (title: string, body: string, closing_commit: string) => ({
  title,
  body,
  created_at: new Date(SECONDS.reported * 1000).toISOString(),
  user: { login: "ada" },
  labels: [{ name: "bug" }],
  closing_commit,
});

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

test("each issue is opened on the code before its fix, and its comment is compared with the files of the fix", async () => {
  const repository = join(folder.path, "words.git");
  makeRepository(repository, [
    {
      message: "Add the tokenizer",
      time: SECONDS.reported - 600,
      files: { "src/search/tokenizer.ts": tokenizer('" "'), "src/mail/send.ts": "export const send = 1;\n" },
    },
    {
      message: "Split words at a tab",
      time: SECONDS.fixed,
      files: { "src/search/tokenizer.ts": tokenizer("/\\s+/"), "src/search/tab.ts": "export const tab = 9;\n" },
    },
    { message: "Change the mail", time: SECONDS.fixed + 60, files: { "src/mail/send.ts": "export const send = 2;\n" } },
  ]);
  const [mail = "", fix = ""] = git(repository, "rev-list", "main").split("\n");
  const issues = join(folder.path, "issues.json");
  const title = "splitWords of the tokenizer forgets the last word";
  const body = "`splitWords` in `src/search/tokenizer.ts` drops the last word of a text with a tab.";
  writeFileSync(
    issues,
    JSON.stringify([issue(title, body, fix), issue("A word is lost by splitWords", "`splitWords` loses it.", mail)]),
  );
  const { stdout } = await run(process.execPath, [
    join(ROOT, "bench/replay.ts"),
    "--repository",
    repository,
    "--issues",
    issues,
    "--wait",
    "240",
  ]);
  const [first = "", second = ""] = stdout.split(/^(?=#2 )/m);
  expect(first).toContain(`#1 ${title}`);
  expect(first).toContain(`fixed by ${fix.slice(0, 12)} in 2 files`);
  expect(first).toMatch(/> - `src\/search\/tokenizer\.ts` \(\[lines/);
  expect(first).toContain("names 1 of the files: src/search/tokenizer.ts");
  // The permalink is to the commit before the fix: a later one would name its own answer.
  expect(first).toContain(git(repository, "rev-parse", `${fix}^`));
  expect(second).toContain("names none of these files");
  expect(stdout).toContain("1 of 2 comments name a file of the fix, 0 issues have no comment.");
}, 600_000);

test("a file with another form than GitHub's is refused with the place of the fault", async () => {
  const issues = join(folder.path, "wrong.json");
  writeFileSync(issues, JSON.stringify([{ ...issue("A", "b", "1234567"), closing_commit: "the last one" }]));
  const started = run(process.execPath, [join(ROOT, "bench/replay.ts"), "--repository", ".", "--issues", issues]);
  await expect(started).rejects.toThrow(/closing_commit/);
});
