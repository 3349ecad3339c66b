import { describe, expect, test } from "vitest";
import { checkSentences, SentenceChecker } from "../../../../server/features/ask/checkSentences.ts";

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

describe("an answer that arrives in parts", () => {
  /** Words that are marks, ends, breaks, addresses or halves of characters in each order. */
  const WORDS = [
    "It stops",
    " ",
    "\n",
    ".",
    "!",
    "[P1]",
    "[P1:12-14]",
    "[P2",
    "]",
    "[",
    "[x]",
    "[P9]",
    ", P1]",
    "https://evil.example/ ",
    "NO ANSWER",
    "\u{1F600}",
    "\u200B",
    "\u{E0041}",
    "Ağ çalışır. ",
    "- ",
  ];
  /** A linear congruential generator, so that a failure can be repeated. */
  function* numbers(seed: number): Generator<number, never> {
    for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield state >> 8;
  }

  test("has the sentences of the whole, however it is cut", () => {
    const random = numbers(42);
    const below = (limit: number): number => random.next().value % limit;
    for (let run = 0; run < 3000; run += 1) {
      const answer = Array.from({ length: 1 + below(14) }, () => WORDS[below(WORDS.length)] ?? "").join("");
      const whole = check(answer);
      const checker = new SentenceChecker(SENT);
      const sentences = [];
      for (let at = 0; at < answer.length;) {
        const length = 1 + below(5);
        sentences.push(...checker.push(answer.slice(at, at + length)));
        at += length;
      }
      sentences.push(...checker.end());
      expect({ answer, sentences, dropped: checker.dropped }).toEqual({ answer, ...whole });
    }
  });

  test("shows a sentence when its marks are complete, and not before", () => {
    const checker = new SentenceChecker(SENT);
    expect(checker.push("It stops [P1:1")).toEqual([]);
    expect(checker.push("2] ")).toEqual([]);
    expect(checker.push("[P9]. ")).toEqual([]);
    expect(checker.push("It moves [P1]. ")).toMatchObject([{ text: "It moves" }]);
    expect(checker.dropped).toBe(1);
  });

  test("is checked in time that grows with its length, also one of brackets", () => {
    const checker = new SentenceChecker(SENT);
    const before = performance.now();
    for (let at = 0; at < 60_000; at += 1) checker.push("]a");
    checker.end();
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
