import { describe, expect, test } from "vitest";
import { checkSentences } from "../../../server/features/ask/checkSentences.ts";

const SENT = [
  { number: 1, first_line: 10, last_line: 20 },
  { number: 2, first_line: null, last_line: null },
];
const check = (answer: string) => checkSentences(answer, SENT);
const textsOf = (answer: string) => check(answer).sentences.map(({ text }) => text);

describe("a sentence of a model", () => {
  test.each([
    ["It stops [P1].", "It stops"],
    ["It stops. [P1:12]", "It stops."],
    ["- It stops [P1:10-20]", "It stops"],
    ["1. It stops [P1:12–14] [P2].", "It stops"],
    ["It stops [P1, P2].", "It stops"],
    ["It calls `Shuttle.stop()` [P2].", "It calls `Shuttle.stop()`"],
  ])("is shown with citations of what was sent: %s", (answer, text) => {
    expect(check(answer)).toMatchObject({ sentences: [{ text }], dropped: 0 });
  });

  test.each([
    "It stops.",
    "It stops [P3].",
    "It stops [P0].",
    "It stops [P1:9].",
    "It stops [P1:12-21].",
    "It stops [P1:14-12].",
    "It stops [P2:1].",
    "It stops [P1] and [P9][P1, P9].",
    "It stops [1].",
    "It stops [P1](https://evil.example).",
    "See https://evil.example/?q=secret [P1].",
    "See www.evil.example [P1].",
    "![chart](chart.png) [P1].",
    "<img src=x> [P1]",
    "<a href=x>here</a> [P1]",
    `${"x".repeat(1001)} [P1]`,
  ])("is not shown otherwise: %s", (answer) => {
    const { sentences, dropped } = check(answer);
    expect(sentences.filter(({ text }) => !text.startsWith("It stops"))).toEqual([]);
    expect(dropped).toBeGreaterThan(0);
  });

  test("before one with citations is not covered by them", () => {
    expect(check("The moon is cheese. It stops [P1].")).toMatchObject({
      sentences: [{ text: "It stops" }],
      dropped: 1,
    });
  });

  test("has the lines of its citation, or those of the passage", () => {
    expect(check("A [P1:12]. B [P1]. C [P2].").sentences.map(({ citations }) => citations)).toEqual([
      [{ number: 1, first_line: 12, last_line: 12 }],
      [{ number: 1, first_line: 10, last_line: 20 }],
      [{ number: 2, first_line: null, last_line: null }],
    ]);
  });

  test("has no hidden characters", () => {
    expect(textsOf("It \u202estops\u200b [P1].")).toEqual(["It stops"]);
  });
});

test("no answer is no sentence that was left out", () => {
  expect(check("NO ANSWER")).toEqual({ sentences: [], dropped: 0 });
  expect(check("  NO ANSWER.\n")).toEqual({ sentences: [], dropped: 0 });
});

test("a huge answer is read in the time of its length, and little of it is shown", () => {
  const { sentences, dropped } = check("It stops [P1].\n".repeat(5_000));
  expect(sentences).toHaveLength(40);
  expect(dropped).toBe(4_960);
  expect(check("[P1".repeat(100_000)).sentences).toEqual([]);
  expect(check(`${" ".repeat(200_000)}[P1`).sentences).toEqual([]);
  const started = process.cpuUsage();
  expect(check("a.".repeat(50_000)).sentences).toEqual([]);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
});
