import type { RankingConstant } from "../ranking/Feature.ts";
import type { MentionKind } from "./mentions.ts";

const CHOSEN = "chosen, not measured";

/** Points of a mention of a document by its form: they order the issues and pages of a document. */
export const MENTION_POINTS: Readonly<Record<MentionKind, number>> = { path: 4, link: 3, name: 2, symbol: 1 };

/** Pages that may help with an issue. */
export const ISSUE_PAGE_CONSTANTS = {
  words: { value: 10, about: "points of the page whose words fit best, of each kind of collection", source: CHOSEN },
  minShareOfWords: {
    value: 0.25,
    about: "share of the best page's points for words below which the words of a page are chance",
    source: CHOSEN,
  },
  path: { value: 6, about: "points of a page that the issue names", source: CHOSEN },
  code: {
    value: 2,
    about: "points of a page that names likely code, times the root of the number of names",
    source: CHOSEN,
  },
  historical: {
    value: 0.3,
    about: "factor on a changelog that the issue does not name: it has every word of the project",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
