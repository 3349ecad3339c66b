/** What a comment leaves out: it goes to everyone who follows the issue. */
import { expect, test } from "vitest";
import { isQuestion, namesPlace, namesSimilar } from "../../../../server/features/replies/replyBounds.ts";

test.each([
  "State of the next release?",
  "Is this API still immature？",
  "[Question] retries of the client",
  "How to turn the cache off",
  "Neden iki kez okunuyor?",
  'What is "lazy"',
])("%s asks", (title) => {
  expect(isQuestion({ title, type: null })).toBe(true);
});

test.each([
  "Cache is not turned off",
  "Can't connect after an upgrade",
  "The query a?b=1 is lost",
  "Whatever is sent is dropped",
  "Soruların sırası yanlış",
])("%s reports a fault", (title) => {
  expect(isQuestion({ title, type: null })).toBe(false);
  expect(isQuestion({ title, type: "question" })).toBe(true);
});

test("a question has a place only where that is certain, and another issue where there is evidence", () => {
  const named = (["low", "medium", "high"] as const).map((confidence) => [
    namesPlace(confidence, false),
    namesPlace(confidence, true),
  ]);
  expect(named).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test("an issue that shares some words is not named as similar; one that a person linked is", () => {
  // Scores of real pairs: the first two had another cause, the others the same one.
  expect([0.305, 0.374, 0.477, 0.535].map((score) => namesSimilar({ score, is_marked: false }))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(namesSimilar({ score: 0.05, is_marked: true })).toBe(true);
});
