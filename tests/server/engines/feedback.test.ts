import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { feedbackTerms, type Feedback } from "../../../server/engines/localize/features/feedback.ts";
import { expertQueryOf } from "../../../server/engines/experts/questions.ts";
import { localize } from "../../../server/engines/localize/localize.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

const REPORT = { title: "Retry waits too long", body: "After a timeout the retry policy waits for minutes." };
const said = (verdict: Feedback["verdict"], path: string, text = REPORT): Feedback => ({
  repository: "repository-1",
  path,
  verdict,
  terms: feedbackTerms(readQuestion(text.title, text.body).terms),
});
function scoreOf(path: string, feedback: readonly Feedback[], text = REPORT): number {
  const { files } = localize(sample.index, { ...text, beforeMs: null, feedback });
  return files.find((file) => file.path === path)?.score ?? 0;
}

describe("feedback on located files", () => {
  const path = "src/cookies/cookieJar.ts";
  const other = { title: "The retry policy waits", body: "It waits too long after a timeout." };
  const unrelated = { title: "Document redirects", body: "The page about a redirect loop is missing." };

  test("right lifts and wrong lowers the file for similar words, and the reason names the feedback", () => {
    const before = scoreOf(path, [], other);
    expect(scoreOf(path, [said("right", path)], other)).toBeGreaterThan(before + 0.3);
    const named = "src/http/retryPolicy.ts";
    expect(scoreOf(named, [said("wrong", named)], other)).toBeLessThan(scoreOf(named, [], other) - 0.3);
    const { files } = localize(sample.index, { ...other, beforeMs: null, feedback: [said("right", path)] });
    const file = files.find((one) => one.path === path);
    expect(file?.reasons.map(({ code }) => code)).toContain("feedback");
    expect(file?.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(file?.score ?? NaN, 4);
  });

  test("ignores feedback for a report of other words", () => {
    expect(scoreOf("src/http/client.ts", [said("wrong", "src/http/client.ts")], unrelated)).toBe(
      scoreOf("src/http/client.ts", [], unrelated),
    );
  });

  test("people who disagree cancel each other, and many who agree have an end", () => {
    const before = scoreOf(path, [], other);
    expect(scoreOf(path, [said("right", path), said("wrong", path)], other)).toBeCloseTo(before, 4);
    const one = scoreOf(path, [said("right", path), said("right", path)]);
    expect(
      scoreOf(
        path,
        Array.from({ length: 40 }, () => said("right", path)),
      ),
    ).toBeCloseTo(one, 4);
  });

  test("a file that is gone and a repository that is not there change nothing", () => {
    const gone = [said("right", "src/gone.ts"), { ...said("right", path), repository: "elsewhere" }];
    expect(scoreOf(path, gone)).toBe(scoreOf(path, []));
  });
});

test("Experts rank people by the files of the localization, in its order, with the users' feedback on them", () => {
  const path = "src/http/retryPolicy.ts";
  for (const feedback of [[], [said("wrong", path)]]) {
    const { files } = expertQueryOf(sample.index, { ...REPORT, beforeSeconds: null, feedback });
    const shown = localize(sample.index, { ...REPORT, beforeMs: null, feedback }, { limit: 20 }).files;
    expect(files.map(({ member, file }) => sample.index.code[member]?.files.path(file))).toEqual(
      shown.filter(({ score }) => score > 0).map((one) => one.path),
    );
    expect(files.length).toBeGreaterThan(1);
  }
});
