import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { buildCode } from "../../../server/index/build/buildCode.ts";
import { plainContext, requireBlob } from "../../../server/index/build/buildContext.ts";
import { FileTable } from "../../../server/index/tables/fileTable.ts";
import { readIgnoreFile } from "../../../server/index/text/ignoreFile.ts";
import { tryProgram } from "../support/smallProcess.ts";

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
  ["demo/\n!demo/host.ts\r\n", ["demo/issues/1.md", "demo/host.ts", "src/demo/issues.ts"]],
  ["demo/*\n!demo/host.ts\r\n", ["demo/issues/1.md"]],
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
    const table = new FileTable(await requireBlob(blobs, part.layers[0]?.table ?? "", "file table"));
    expect(Array.from({ length: table.length }, (_, file) => table.row(file).path)).toEqual([
      ".clewignore",
      "thread.ts",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const PATTERNS = (
  "* !*/ !*.md *.md logs/ !logs/keep.log /a a/ a/b a/** **/b a/**/b ** **/ */ [0-9]* [!x]* [^x]* [[:digit:]]* [[:alpha:]-]b \\#x \\!x #x " +
  "\\* a\\b ? ?? a?c [a-c] []] [!]] [a [[:nope:]] [a-] [-a] a[/]b a*b a**b **a /**/c /* /*/ !/a a/* !a/b foo/bar/ foo/**/ **/foo /foo " +
  "foo !foo/x */x x/*/y x/**/y ü* ?ü [ü] \\ a\\ / // ! !! [\\]] [a\\-c] *** a/*** ***/b *.log !*.log"
)
  .split(" ")
  .concat("x\\ ", "x ", " a", "a\t", "");
const TRIED = (
  "a b a/b a/b/c a/x/b x x/y x/z/y x/z/w/y foo foo/bar foo/bar/x foo/x z/foo z/foo/q logs/keep.log logs/a.log c.log README.md docs/x.md " +
  "docs/a/b.md 1a 9 #x !x * [a ] - c ab abc aXc ü üa aü a-b ab/cb a\\b foo/y/bar q/c c/c [a/b"
)
  .split(" ")
  .concat("x ", " a", "a\t", "\ta");

test("a file of any patterns means what git takes it for", () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-ignore-"));
  try {
    execFileSync("git", ["init", "-q", folder]);
    let seed = 20_261_122;
    const below = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    const files = PATTERNS.map((pattern) => `${pattern}\n`);
    for (let at = 0; at < 60; at += 1) {
      const lines = Array.from({ length: 2 + below(4) }, () => PATTERNS[below(PATTERNS.length)]);
      files.push(`${lines.join(below(5) === 0 ? "\r\n" : "\n")}\n`);
    }
    for (const text of files) {
      writeFileSync(join(folder, ".git/info/exclude"), text);
      const { stdout } = tryProgram(
        "git",
        ["-C", folder, "-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-z", "--stdin"],
        { input: TRIED.join("\0") },
      );
      expect([text, TRIED.filter(readIgnoreFile(text))]).toEqual([text, stdout.toString().split("\0").filter(Boolean)]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("patterns that make a regular expression try everything are answered, and too much of them is refused", () => {
  const isOut = readIgnoreFile(`${"*a".repeat(100)}b\n${"**/".repeat(100)}x\n`);
  expect(isOut(`${"a".repeat(1000)}bc`)).toBe(false);
  expect(isOut(`${"a/".repeat(100)}x`)).toBe(true);
  const costly = readIgnoreFile(`${`${"*a".repeat(300)}b\n`.repeat(100)}`);
  expect(() => {
    for (let at = 0; at < 1000; at += 1) costly(`${"a".repeat(900)}b${at}`);
  }).toThrow(/too long to apply/);
});

test.for<[kind: string, text: string, path: string]>([
  ["sets", `${"*[!b]".repeat(150)}b\n`.repeat(80), `${"a".repeat(900)}bc`],
  ["texts that are nearly in the path", `*b${"a".repeat(50)}?\n`.repeat(1000), "a".repeat(4000)],
  ["patterns of a name", Array.from({ length: 1000 }, (_, at) => `x${at}`).join("\n"), "a/".repeat(1000)],
])("%s cost what trying them costs, so too many are refused", ([, text, path]) => {
  expect(() => {
    const isOut = readIgnoreFile(text);
    for (let at = 0; at < 100; at += 1) isOut(`${at}${path}`);
  }).toThrow(/too long to apply/);
});

test("a thousand patterns are applied to a repository of ordinary paths", () => {
  const isOut = readIgnoreFile(Array.from({ length: 1000 }, (_, at) => `dir${at}/*/x${at}`).join("\n"));
  const paths = Array.from({ length: 5000 }, (_, at) => `src/components/folder${at % 50}/file${at}.ts`);
  expect(paths.filter(isOut)).toEqual([]);
});
