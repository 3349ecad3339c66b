import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFileBlobs } from "../../../server/index/blobs.ts";
import { buildCode } from "../../../server/index/buildCode.ts";
import { plainContext, requireBlob } from "../../../server/index/buildContext.ts";
import { FileTable } from "../../../server/index/fileTable.ts";
import { readIgnoreFile } from "../../../server/index/ignoreFile.ts";

const PATHS = [
  "demo/issues/1.md",
  "demo/host.ts",
  "src/demo/issues.ts",
  "src/app.min.js",
  "app.min.js",
  "docs/a/b/c.md",
  "a+b/(c).ts",
];
const left = (text: string) => PATHS.filter(readIgnoreFile(text));

test.for<[text: string, left: string[]]>([
  ["", []],
  ["# a comment\n\n", []],
  ["demo/issues/", ["demo/issues/1.md"]],
  ["/demo", ["demo/issues/1.md", "demo/host.ts"]],
  ["demo", ["demo/issues/1.md", "demo/host.ts", "src/demo/issues.ts"]],
  ["*.min.js", ["src/app.min.js", "app.min.js"]],
  ["/*.min.js", ["app.min.js"]],
  ["docs/**/c.md", ["docs/a/b/c.md"]],
  ["docs/*/c.md", []],
  ["app.mi?.js", ["src/app.min.js", "app.min.js"]],
  ["demo/\n!demo/host.ts\r\n", ["demo/issues/1.md", "src/demo/issues.ts"]],
  ["a+b/(c).ts", ["a+b/(c).ts"]],
])("%j leaves out %j", ([text, expected]) => {
  expect(left(text)).toEqual(expected);
});

test("a commit's own ignore file keeps its paths out of the index", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-ignore-"));
  try {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
        cwd: folder,
        encoding: "utf8",
      });
    git("init", "-q");
    mkdirSync(join(folder, "demo"));
    writeFileSync(join(folder, ".clewignore"), "demo/\n");
    writeFileSync(join(folder, "demo", "issue.md"), "thread is lost\n");
    writeFileSync(join(folder, "thread.ts"), "export const thread = 1;\n");
    git("add", ".");
    git("commit", "-qm", "first");
    const blobs = createFileBlobs(join(folder, "blobs"));
    const commit = git("rev-parse", "HEAD").trim();
    const input = { gitDir: join(folder, ".git"), commit, source: "s", name: "n", previous: null };
    const part = await buildCode(input, plainContext(blobs));
    const table = new FileTable(await requireBlob(blobs, part.table, "file table"));
    expect(Array.from({ length: table.length }, (_, file) => table.row(file).path)).toEqual([
      ".clewignore",
      "thread.ts",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
