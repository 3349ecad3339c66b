import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localize, rankAll } from "../../../server/engines/localize/localize.ts";
import { touchesOf } from "../../../server/engines/localize/touches.ts";
import type { OpenedIndex } from "../../../server/index/OpenedIndex.ts";
import { projectIndex } from "./projectIndex.ts";
import { commitTime } from "../support/indexedProject.ts";

/** A function of four lines whose body names nothing that any question has. */
const made = (name: string, value: number): string =>
  `export function ${name}(): number {\n  const value = ${value};\n  return value;\n}\n`;
const fileOf = (...parts: readonly string[]): string => parts.join("\n");

const steps = [
  { message: "First version", files: { "src/pump.ts": fileOf(made("left", 1), made("right", 1), made("upper", 1)) } },
  {
    message: "fix: gauge trembles when it is cold",
    files: { "src/pump.ts": fileOf(made("left", 1), made("right", 2), made("upper", 1)) },
  },
  {
    message: "Say who wrote it",
    files: {
      "src/pump.ts": `// one\n// two\n// three\n${fileOf(made("left", 1), made("right", 2), made("upper", 1))}`,
    },
  },
  {
    message: "fix: whistle is too loud",
    files: { "src/pump.ts": `// one\n// three\n${fileOf(made("left", 9), made("right", 2), made("upper", 1))}` },
  },
  {
    message: "Add the lower one",
    files: {
      "src/pump.ts": `// one\n// three\n${fileOf(made("left", 9), made("lower", 1), made("right", 2), made("upper", 1))}`,
    },
  },
];

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex(steps, () => []);
});
afterAll(() => {
  sample.remove();
});

/** The subjects of the commits that changed each function of the file, as the index knows them. */
function touched({ code, commits }: OpenedIndex): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const [opened] = code;
  const [history] = commits;
  if (!opened?.symbols || !history) return found;
  for (const { symbol, commit } of touchesOf(opened, history, opened.files.find("src/pump.ts")))
    (found[opened.symbols.table.name(symbol)] ??= []).push(history.table.subject(commit));
  return found;
}

describe("functions are followed back through the commits", () => {
  test("assigns each commit to the function that it changed, at its location of that time", () => {
    expect(touched(sample.index)).toEqual({
      right: ["fix: gauge trembles when it is cold"],
      left: ["fix: whistle is too loud"],
    });
  });

  test("the share is that of the lines", () => {
    const [code] = sample.index.code;
    const [commits] = sample.index.commits;
    const touches = code && commits ? touchesOf(code, commits, code.files.find("src/pump.ts")) : [];
    expect(touches.map(({ share }) => share)).toEqual([0.25, 0.25]);
  });

  test("there is no answer for code at a commit that the history does not have", () => {
    const [code] = sample.index.code;
    if (!code) throw new Error("no code");
    const strange = { ...code, part: { ...code.part, commit: "0".repeat(40) } };
    const [commits] = sample.index.commits;
    expect(commits && touchesOf(code, commits, 0)).toHaveLength(2);
    expect(commits && touchesOf(strange, commits, 0)).toEqual([]);
  });

  test("of code older than the history the commits before it alone count", async () => {
    const older = await projectIndex(steps.slice(0, 3), () => []);
    try {
      const [code] = older.index.code;
      const [commits] = sample.index.commits;
      expect(code && commits && touched({ ...older.index, commits: [commits] })).toEqual({
        right: ["fix: gauge trembles when it is cold"],
      });
    } finally {
      older.remove();
    }
  });
});

describe("functions that commits changed which read like the issue", () => {
  const question = { title: "The gauge trembles again", body: "" };

  test("come first, with the commit as a reason and points that add up", () => {
    const [file] = localize(sample.index, { ...question, beforeMs: null }).files;
    const [best] = file?.functions ?? [];
    expect(best?.name).toBe("right");
    const past = best?.reasons.find(({ code }) => code === "history");
    expect(past?.points).toBeGreaterThan(0.3);
    expect(past?.commits.map(({ title }) => title)).toEqual(["fix: gauge trembles when it is cold"]);
    expect(best?.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(best?.score ?? 0, 5);
  });

  test("not by a commit that came later than the question", () => {
    const scores = (beforeMs: number): number[] =>
      rankAll(sample.index, { title: "The whistle and the gauge", body: "", beforeMs }, 5)
        .functions.filter(({ name }) => name === "left")
        .map(({ score }) => score);
    const [early = 0] = scores(commitTime(4));
    const [late = 0] = scores(commitTime(4) + 1000);
    expect(early).toBeGreaterThan(0);
    expect(late).toBeGreaterThan(early + 0.1);
  });
});

describe("the frames of a trace", () => {
  const owned = (name: string): string =>
    `class ${name}:\n    def __str__(self):\n        value = 1\n        return value\n`;

  test("point at the nearest function of their name, since traces come from other versions", async () => {
    const stones = await projectIndex(
      [{ message: "First", files: { "src/stones.py": fileOf(owned("Agate"), owned("Beryl"), owned("Coral")) } }],
      () => [],
    );
    try {
      const body =
        'Traceback (most recent call last):\n  File "/lib/src/stones.py", line 9, in __str__\n    return value';
      const ranked = rankAll(stones.index, { title: "Cannot be printed", body, beforeMs: null }, 5).functions;
      expect(ranked.map(({ start }) => start)).toEqual([7, 2, 12]);
      expect(ranked[0]?.score).toBeGreaterThan((ranked[1]?.score ?? 0) + 0.5);
    } finally {
      stones.remove();
    }
  });

  test("and by the line alone where none has the name", async () => {
    const stones = await projectIndex(
      [{ message: "First", files: { "src/stones.py": fileOf(owned("Agate"), owned("Beryl")) } }],
      () => [],
    );
    try {
      const body =
        'Traceback (most recent call last):\n  File "/lib/src/stones.py", line 8, in <lambda>\n    return value';
      const [best] = rankAll(stones.index, { title: "Cannot be printed", body, beforeMs: null }, 5).functions;
      expect(best?.start).toBe(7);
    } finally {
      stones.remove();
    }
  });
});

test("ranks test functions last, unless the report is about tests", async () => {
  const tank = "def fill_tank():\n    level = 1\n    return level\n";
  const project = await projectIndex(
    [{ message: "First", files: { "src/tank.py": tank, "tests/test_tank.py": tank } }],
    () => [],
  );
  try {
    const penalty = (title: string): number[] =>
      localize(project.index, { title, body: "", beforeMs: null })
        .files.filter(({ path }) => path.startsWith("tests/"))
        .flatMap(({ functions }) => functions)
        .flatMap(({ reasons }) => reasons.filter(({ code }) => code === "penalty").map(({ points }) => points));
    expect(penalty("fill tank overflows")).toEqual([-0.6]);
    expect(penalty("test of fill tank is flaky")).toEqual([]);
  } finally {
    project.remove();
  }
});
