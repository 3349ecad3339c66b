import type { RankingConstant } from "../ranking/Feature.ts";

const CHOSEN = "chosen, not measured alone";

/** How certain it is that a word of a report is a name of code. What is in backticks or before a bracket has the certainty of its section. */
export const IDENTIFIER_CONSTANTS = {
  prose: { value: 0.85, about: "certainty of a name in the prose of a report", source: CHOSEN },
  code: { value: 0.4, about: "certainty of a name in code of a report", source: CHOSEN },
  dotted: { value: 0.8, about: "share of that for a part of a dotted name", source: CHOSEN },
  mixedCase: { value: 0.9, about: "share of that for a name in mixed case", source: CHOSEN },
  capitalized: {
    value: 0.35,
    about: "share of that for a word in capitals, or with one at its start",
    source: CHOSEN,
  },
  frame: { value: 0.7, about: "certainty of the function of the first frame of a trace", source: CHOSEN },
  frameStep: {
    value: 0.3,
    about: "what the divisor of that certainty grows by with each later frame",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
