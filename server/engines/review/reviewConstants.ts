import type { RankingConstant } from "../ranking/Feature.ts";

const CHOSEN = "chosen, not measured";
const MEASURED = "chosen; measured in engines-measured.md, 2026-11-28 checks";
const MEASURED_ON_COMPLETE = "engines-measured.md, 2026-11-30 checks on requests that were complete";

/** Numbers of the findings about a request. */
export const REVIEW_CONSTANTS = {
  lines: {
    value: 0.3,
    about:
      "points of the person who changed most of the functions that a request changes, as a share of the best score",
    source: MEASURED,
  },
  load: {
    value: 0.05,
    about: "share of the score that each open request takes off that waits for the person's review",
    source: CHOSEN,
  },
  maxLoad: { value: 8, about: "open requests beyond which a person's score falls no further", source: CHOSEN },
  minTogether: { value: 3, about: "common commits below which two files change together by chance", source: MEASURED },
  minTogetherShare: {
    value: 0.5,
    about: "lower end of the share of a file's commits that changed the missing file too, at least",
    source: MEASURED_ON_COMPLETE,
  },
  minRequestShare: {
    value: 0.3,
    about: "the mean of these shares over all files of the request, at least",
    source: MEASURED_ON_COMPLETE,
  },
  minIssueLikeness: {
    value: 0.45,
    about: "similarity of an issue to the text of the request, from 0 to 1, from which it is localized",
    source: MEASURED_ON_COMPLETE,
  },
  minShareOfLikest: {
    value: 0.9,
    about: "share of the similarity of the issue that reads most like the request, at least",
    source: MEASURED_ON_COMPLETE,
  },
  minTitleShare: {
    value: 0.5,
    about: "share of the words of the request's title that the issue has, at least",
    source: MEASURED_ON_COMPLETE,
  },
  issueFiles: {
    value: 3,
    about: "likely files of an issue, one of which a request that probably closes it changes",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
