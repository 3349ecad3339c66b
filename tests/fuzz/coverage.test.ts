/**
 * Coverage-guided fuzzing of every parser of foreign bytes (docs/adr/0070). Replays the whole corpus, then a
 * fixed number of new inputs with a constant seed. `npm run fuzz` runs for hours.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { readIgnoreFile } from "../../server/index/text/ignoreFile.ts";
import { GitLimitError } from "../../server/git/gitErrors.ts";
import { declared } from "./engine/Target.ts";
import { instrument } from "./engine/instrument.ts";
import { tryProgram } from "../server/support/smallProcess.ts";
import { isWholeRun } from "../wholeRun.ts";
import { CORPUS, fuzzTarget, inputsIn, seedsOf, targetNames } from "./engine/fuzzTarget.ts";

const SEED = 2026;
const RUNS = 2500;
/** The gate takes this part of the runs. */
const PART = isWholeRun ? 1 : 4;
/** Targets that take milliseconds for an input. */
const SLOW: Readonly<Record<string, number>> = {
  answerBytes: 800,
  backup: 200,
  bitbucket: 600,
  commandLine: 200,
  gitlab: 600,
  github: 500,
  gitLog: 500,
  gitPatch: 500,
  ignoreFile: 250,
  jira: 500,
  localRepository: 150,
  pageNames: 600,
  report: 200,
  searchQuery: 600,
  segment: 600,
  storageFormat: 500,
  symbols: 300,
  webhook: 1000,
};
const SEEDS = [Buffer.from("hello world 1234")];
const planted = fileURLToPath(new URL("planted", import.meta.url));

describe("the engine", () => {
  test("finds a fault behind bytes and a word that are compared one after the other", async () => {
    const { failure } = await fuzzTarget("target", { seed: SEED, mostRuns: 60_000, seeds: SEEDS, folder: planted });
    expect(failure?.message).toContain("RangeError: planted");
    expect(Buffer.from(failure?.input ?? []).subarray(4, 10)).toEqual(Buffer.from("thread"));
  });

  test("which the same number of blind changes does not find", async () => {
    const blind = { seed: SEED, mostRuns: 60_000, seeds: SEEDS, folder: planted, isBlind: true };
    expect(await fuzzTarget("target", blind)).toMatchObject({ runs: 60_000, failure: null });
  });

  test("does the same for the same seed", async () => {
    const order = { seed: 7, mostRuns: 2000, seeds: SEEDS, folder: planted };
    expect(await fuzzTarget("target", order)).toEqual(await fuzzTarget("target", order));
  });

  test.each([
    ["endless", "blocks"],
    ["greedy", "characters"],
    ["polluting", '"isAdmin" to a prototype'],
    ["hoarding", "MB"],
  ])("reports a parser that is %s", async (kind, words) => {
    const { failure } = await fuzzTarget("faulty", {
      seed: 1,
      mostRuns: 10,
      seeds: [Buffer.from(kind)],
      folder: planted,
    });
    expect(failure?.message).toContain(words);
    expect(Buffer.from(failure?.input ?? []).toString()).toBe(kind);
  });

  test.each([
    "const f = (a, b) => ({ c: a !== b ? (a, b) : `é${a === 1}` }); [f(1, 2).c, f(1, 1).c, f(2, 2).c]",
    "const s = (x) => { switch (typeof x) { case 'string': return 1; default: if (x) return 2; else if (x === 0) return 3; } return 4; }; [s(''), s(1), s(0), s(null)]",
    "let n = 0; for (let i = 0; i < 9; i++) if (i % 2) n += i; else continue; do n--; while (n > 3 && n !== 7); try { null.x; } catch { n *= 2; } n ?? (1 === 1)",
    "class A { #x = 1; static y = (a) => a === 1; has(o) { return #x in o; } } [A.y(1), new A().has({}), new A().has(new A())]",
  ])("leaves the meaning of code as it is: %s", (code) => {
    const instrumented = instrument(code);
    const hooks = { $clewVisit: () => undefined, $clewEqual: (a: unknown, b: unknown) => a === b };
    expect(instrumented).toContain("$clewVisit(");
    expect(runInNewContext(instrumented, hooks)).toEqual(runInNewContext(code));
  });
});

describe("the promise of each parser", () => {
  test.each(targetNames())("%s", async (name) => {
    expect(inputsIn(join(CORPUS, name)).length).toBeGreaterThan(0);
    const { runs, failure } = await fuzzTarget(name, { seed: SEED, mostRuns: (SLOW[name] ?? RUNS) / PART });
    const again = `${failure?.message}\nSeed ${SEED}. Input, in base64: ${Buffer.from(failure?.input ?? []).toString("base64")}`;
    expect(failure === null ? "kept" : again).toBe("kept");
    expect(runs).toBeGreaterThan(seedsOf(name).length);
  });
});

test("ignore files of the corpus leave out what git leaves out", () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-ignore-"));
  try {
    execFileSync("git", ["init", "-q", folder]);
    const paths = [
      "README.md",
      "dist/x",
      "src/dist/x",
      "a.min.js",
      "keep.min.js",
      "docs/a/draft-1.md",
      "a/node_modules/x",
      "ax1*",
      "A \\ ",
      "foo ",
      "ü",
    ];
    for (const input of seedsOf("ignoreFile")) {
      const text = Buffer.from(input).toString();
      writeFileSync(join(folder, ".gitignore"), text);
      const args = ["-C", folder, "-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-z", "--stdin"];
      const { status, stdout, stderr } = tryProgram("git", args, { input: paths.join("\0") });
      // git exits with 1 if it ignores nothing.
      expect(status, stderr.toString()).toBeLessThan(2);
      const leftOut = declared([GitLimitError], () => paths.filter(readIgnoreFile(text)));
      const expected = stdout
        .toString()
        .split("\0")
        .filter((path) => path !== "");
      expect(leftOut ?? expected, text).toEqual(expected);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
