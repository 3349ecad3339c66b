import type { FunctionFeature } from "../FunctionFeature.ts";

export const testFunction = {
  id: "test",
  weight: -0.6,
  about: "a function of a test, unless the issue is about tests",
  source: "ADR 0050",
  reason: "penalty",
  compute: ({ inFile: { context, code, ranked } }) =>
    !context.question.isAboutTests && code.files.kind(ranked.file) === "test" ? 1 : 0,
  explain: () => ({ terms: ["test"] }),
} as const satisfies FunctionFeature;
