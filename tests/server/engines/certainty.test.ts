import { describe, expect, test } from "vitest";
import { CONFIDENCE_CONSTANTS, certaintyOf, wordOf } from "../../../server/engines/localize/confidence.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import type { RankedFile, Ranking } from "../../../server/engines/localize/rankFiles.ts";

/** A ranking with these scores for a report; everything else of it does not matter to the certainty. */
function ranked(scores: readonly number[], title: string, body = ""): Ranking {
  const files = scores.map((score, file): RankedFile => ({ member: 0, file, score, penalty: 0, functionPoints: 0 }));
  const report = readQuestion(title, body);
  const context = { question: report, report } as Ranking["context"];
  return { context, files, points: () => 0 };
}

const TITLE = "Cookies without a domain vanish after a redirect";
const certainty = (scores: readonly number[], title = TITLE, body = ""): number =>
  certaintyOf(ranked(scores, title, body));

describe("certainty of the first file", () => {
  test("is none without a file, and low where three files fit alike", () => {
    expect(certainty([])).toBe(0);
    expect(certainty([0, 0, 0])).toBe(0);
    expect(wordOf(certainty([6, 6, 6]))).toBe("low");
  });

  test("grows with the lead before the third file, not before the second: both may be of the fix", () => {
    expect(certainty([8, 5, 2])).toBeGreaterThan(certainty([8, 5, 4]));
    expect(certainty([8, 7.9, 2])).toBe(certainty([8, 2, 2]));
    expect(wordOf(certainty([8, 5, 2]))).toBe("high");
  });

  test("grows with the score, and with the words of the title up to ten", () => {
    expect(certainty([8, 4, 4])).toBeGreaterThan(certainty([4, 2, 2]));
    expect(certainty([6, 4, 4], TITLE)).toBeGreaterThan(certainty([6, 4, 4], "Cookies"));
    const names = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => `cook${letter}redirect${letter}`);
    expect(certainty([6, 4, 4], names.join(" "))).toBe(certainty([6, 4, 4], names.slice(0, 10).join(" ")));
  });

  test("a text without a title counts by its own words", () => {
    expect(certainty([6, 4, 4], "", TITLE)).toBe(certainty([6, 4, 4], TITLE));
  });

  test("one clear file among others that have nothing is certain, a single one as well", () => {
    expect(wordOf(certainty([8]))).toBe("high");
    expect(wordOf(certainty([8, 0.5, 0.2]))).toBe("high");
  });

  test("a file that verdicts pushed below zero is no lead of more than everything", () => {
    expect(certainty([4, 1, -20])).toBe(certainty([4, 1, 0]));
  });
});

test("the words are in order and have their bounds", () => {
  const { high, low } = CONFIDENCE_CONSTANTS;
  expect([0, low.value - 0.001, low.value, high.value - 0.001, high.value, 1].map(wordOf)).toEqual([
    "low",
    "low",
    "medium",
    "medium",
    "high",
    "high",
  ]);
});
