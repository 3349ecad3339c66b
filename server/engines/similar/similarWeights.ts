import type { RankingConstant } from "../ranking/Feature.ts";

/** On the development repositories of `bench/similar.ts`. */
const MEASURED = "engines-measured.md, 2026-11-21 similar issues";
const CHOSEN = "chosen, not measured alone";
/** The cases of `bench/similar.ts` are commits, which have neither. */
const NOT_MEASURABLE = "chosen: commits have no such thing to measure with";

/** The weights of the parts of two issues' similarity; each part is between 0 and 1. */
export const SIMILAR_WEIGHTS = {
  words: { value: 1, about: "BM25F of title and body over title, body, comments and labels", source: MEASURED },
  title: { value: 0.1, about: "BM25 of the title over titles", source: MEASURED },
  titleAnywhere: { value: 0.1, about: "BM25F of the title over everything", source: MEASURED },
  phrases: { value: 0.15, about: "pairs of neighbouring words that both titles have", source: MEASURED },
  passages: {
    value: 0.25,
    about: "pairs of neighbouring words that both texts have: messages, commands, names",
    source: MEASURED,
  },
  names: { value: 0.1, about: "names of code that both texts have", source: CHOSEN },
  labels: { value: 0.1, about: "labels that both have", source: NOT_MEASURABLE },
  code: {
    value: 0.3,
    about: "files of the other one's fix among the likely files of this one",
    source: NOT_MEASURABLE,
  },
  time: { value: 0.1, about: "nearness of their dates: several people report a fault within weeks", source: MEASURED },
} as const satisfies Readonly<Record<string, RankingConstant>>;
export type Part = keyof typeof SIMILAR_WEIGHTS;
export const PARTS = Object.keys(SIMILAR_WEIGHTS) as Part[];

export const SIMILAR_CONSTANTS = {
  duplicate: { value: 0.55, about: "score from which two issues are shown as duplicates", source: CHOSEN },
  similar: { value: 0.2, about: "score below which two texts share only frequent words", source: CHOSEN },
  reached: {
    value: 0.67,
    about: "share of its rarity that a term scores in a text with one or two occurrences",
    source: "BM25 of such a text",
  },
  certainName: {
    value: 0.4,
    about: "certainty from which a compound name of the text counts as a name of code",
    source: CHOSEN,
  },
  roughTitle: {
    value: 0.5,
    about: "what each comparison of the title adds to that of the words while candidates are chosen",
    source: CHOSEN,
  },
  timeDays: { value: 60, about: "days between two issues at which the part of time is 1/e", source: CHOSEN },
} as const satisfies Readonly<Record<string, RankingConstant>>;
