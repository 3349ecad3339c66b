import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secondsOf } from "../../../contract/durations.ts";
import { fixHistory, fixHistoryValues } from "../../../server/engines/localize/features/fixHistory.ts";
import { localize, rankAll, rankIssuePaths, rankIssuePlaces } from "../../../server/engines/localize/localize.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { rankFiles } from "../../../server/engines/localize/rankFiles.ts";
import { rankIssue } from "../../../server/engines/localize/rankIssue.ts";
import { projectIndex } from "./projectIndex.ts";
import { commitTime } from "../support/indexedProject.ts";

const file = (name: string, line: string): string => `export function ${name}(): number {\n  return ${line};\n}\n`;

const steps = [
  {
    message: "First version",
    files: {
      "src/pump.ts": file("pump", "1"),
      "src/valve.ts": file("valve", "1"),
      "src/tank.ts": file("tank", "1"),
      "src/lid.ts": file("lid", "1"),
      ...Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`src/part${at}.ts`, file(`part${at}`, "1")])),
    },
  },
  { message: "fix: needle trembles when the gauge is cold", files: { "src/valve.ts": file("valve", "2") } },
  { message: "Close #8: gauge shows nothing at start", files: { "src/valve.ts": file("valve", "3") } },
  { message: "Write about the gauge and its needle", files: { "src/pump.ts": file("pump", "2") } },
  { message: "fix: whistle is too loud", files: { "src/tank.ts": file("tank", "2") } },
  {
    message: "fix: humidity everywhere",
    files: Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`src/part${at}.ts`, file(`part${at}`, "2")])),
  },
  { message: "fix: whistle is too loud", files: { "src/lid.ts": file("lid", "2") } },
];

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex(steps, () => []);
});
afterAll(() => {
  sample.remove();
});

/** What was learned about each file that anything was learned about, by its name. */
function learned(text: string, beforeMs: number | null = null): Record<string, number> {
  const seconds = beforeMs === null ? null : secondsOf(beforeMs);
  const {
    values: [values],
  } = fixHistoryValues(sample.index, readQuestion(text, "").terms, seconds);
  const { files } = sample.index.code[0] ?? {};
  return Object.fromEntries(
    Array.from(values ?? [], (value, at): [string, number] => [files?.path(at) ?? "", value]).filter(
      ([, value]) => value > 0,
    ),
  );
}

describe("the repository's own fixes teach what its files are about", () => {
  test("several messages that each have a part add up, though no line of the code has a word of it", () => {
    expect(Object.keys(learned("Needle of the gauge trembles at start"))).toEqual(["src/valve.ts"]);
    const whole = learned("Needle of the gauge trembles at start")["src/valve.ts"] ?? 0;
    expect(whole).toBeGreaterThan(learned("Needle trembles")["src/valve.ts"] ?? 0);
    expect(whole).toBeGreaterThan(learned("Nothing at start")["src/valve.ts"] ?? 0);
    const [first] = localize(sample.index, {
      title: "The needle of my gauge trembles",
      body: "",
      beforeMs: null,
    }).files;
    expect(first?.path).toBe("src/valve.ts");
    expect(first?.reasons[0]?.code).toBe("history");
  });

  test("a file whose messages had little of the question does not get all points", () => {
    const pointsOf = (title: string): number => {
      const ranking = rankFiles(sample.index, readQuestion(title, ""), null, 30);
      return Math.max(...ranking.files.map(({ member, file: number }) => ranking.points("fixHistory", member, number)));
    };
    expect(pointsOf("Needle trembles cold")).toBeCloseTo(fixHistory.weight, 4);
    // All of these were said somewhere, but of no file more than one or two.
    expect(pointsOf("Whistle humidity version everywhere write first")).toBeLessThan(fixHistory.weight);
  });

  test("commits that answer no report teach nothing, nor do commits of many files", () => {
    expect(learned("Gauge")).not.toHaveProperty(["src/pump.ts"]);
    expect(learned("Humidity")).toEqual({});
  });

  test("nothing at or after the question is read", () => {
    expect(learned("Nothing at start", commitTime(3))).toEqual({});
    expect(Object.keys(learned("Nothing at start", commitTime(3) + 1000))).toEqual(["src/valve.ts"]);
    expect(Object.keys(learned("Nothing at start"))).toEqual(["src/valve.ts"]);
  });

  test("of two files with the same words the one that was fixed later comes first", () => {
    const { "src/tank.ts": earlier = 0, "src/lid.ts": later = 0 } = learned("The whistle is loud");
    expect(later).toBeGreaterThan(earlier);
    expect(earlier).toBeGreaterThan(0);
  });
});

describe("the best function of a file adds to the score of the file", () => {
  const title = "Whistle of the lid is loud";
  const rank = () => rankIssue(sample.index, readQuestion(title, "see `tank` and `lid`"), null, 20);

  test("raises the scores of files by at most its limit, and orders them by the result", () => {
    const whole = rankFiles(sample.index, readQuestion(title, "see `tank` and `lid`"), null, 30);
    const { ranking } = rank();
    for (const { file: number, score, functionPoints } of ranking.files) {
      const before = whole.files.find((other) => other.file === number)?.score ?? Number.NaN;
      expect(score - before).toBeCloseTo(functionPoints, 5);
    }
    expect(Math.max(...ranking.files.map(({ functionPoints }) => functionPoints))).toBeCloseTo(1.2, 5);
    const scores = ranking.files.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  test("the screen, the command line and the bench show the same files and functions", () => {
    const question = { title, body: "see `tank` and `lid`", beforeMs: null };
    const shown = localize(sample.index, question, { limit: 20 });
    const listed = rankAll(sample.index, question, 20);
    expect(listed.files.map(({ path }) => path)).toEqual(shown.files.map(({ path }) => path));
    expect(rankIssuePaths(sample.index, question, 20).map(({ path }) => path)).toEqual(
      shown.files.map(({ path }) => path),
    );
    expect(rankIssuePlaces(sample.index, question, 20).confidence).toBe(shown.confidence);
    const best = listed.functions[0];
    expect(shown.files.find(({ path }) => path === best?.path)?.functions[0]?.start_line).toBe(best?.start);
    for (const { reasons, score } of shown.files)
      expect(reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4);
  });
});
