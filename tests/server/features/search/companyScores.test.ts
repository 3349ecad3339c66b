import { describe, expect, test } from "vitest";
import { CompanyScores } from "../../../../server/features/search/CompanyScores.ts";
import { randomNumbers } from "../../index/naiveBm25f.ts";

const scoresOf = (minimumShouldMatch: number, scores: readonly number[]) => ({
  minimumShouldMatch,
  scores: new Map([["issue items", Float64Array.from(scores)]]),
});

describe("the best scores of many projects", () => {
  test("have no threshold until there are enough, then that of the last of the best", () => {
    const best = new CompanyScores(3);
    best.add(scoresOf(1, [5, 2]));
    expect(best.thresholdsAt(1)?.get("issue items")).toBeUndefined();
    best.add(scoresOf(1, [4]));
    expect(best.thresholdsAt(1)?.get("issue items")).toBe(2);
    best.add(scoresOf(1, [3, 1]));
    expect(best.thresholdsAt(1)?.get("issue items")).toBe(3);
  });

  test("of documents with fewer words are no threshold for those with more, which end their search", () => {
    const best = new CompanyScores(1);
    best.add(scoresOf(1, [9]));
    expect(best.thresholdsAt(2)?.get("issue items")).toBeUndefined();
    best.add(scoresOf(2, [4]));
    expect([best.thresholdsAt(1), best.thresholdsAt(2)?.get("issue items"), best.minimum]).toEqual([null, 4, 2]);
  });

  test("leave out nothing that is among the best, for any order and any lists of projects", () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 50; round += 1) {
      const projects = Array.from({ length: 30 }, () =>
        Array.from({ length: 5 }, () => Math.floor(random() * 40)).sort((a, b) => b - a),
      );
      const whole = projects
        .flat()
        .sort((a, b) => b - a)
        .slice(0, 7);
      let thresholds = new CompanyScores(7).thresholds;
      const kept: number[] = [];
      for (let from = 0; from < projects.length; from += 4) {
        const best = new CompanyScores(7, thresholds);
        for (const scores of projects.slice(from, from + 4)) {
          const threshold = best.thresholdsAt(1)?.get("issue items") ?? 0;
          const left = scores.filter((score) => score >= threshold);
          kept.push(...left);
          best.add(scoresOf(1, left));
        }
        thresholds = best.thresholds;
      }
      expect(kept.sort((a, b) => b - a).slice(0, 7)).toEqual(whole);
      expect(kept.length).toBeLessThan(150);
    }
  });
});
