import type { FileKind } from "../../index/text/fileKind.ts";
import type { RankingConstant } from "../ranking/Feature.ts";

const CHOSEN = "chosen; no measurement of it alone is recorded";

/** Share of its points that a file of a kind loses: a fix belongs into the code that the others describe or test. */
export const KIND_PENALTIES: Readonly<Record<FileKind, number>> = {
  code: 0,
  other: 0.3,
  config: 0.4,
  example: 0.6,
  test: 0.65,
  docs: 0.7,
  data: 0.7,
  generated: 0.75,
  vendored: 0.8,
};
/** Part of the penalty that is left when the report is about such files themselves: many of them still end in the code. */
export const REQUESTED_KIND_FACTOR = 0.3;
/** Points that the best function of all brings to its file; the others bring their share of it. */
export const BEST_FUNCTION_POINTS = 1.2;

/** Numbers that the files of an issue depend on and that are no feature's weight. */
export const FILE_CONSTANTS = {
  maxTerms: {
    value: 110,
    about: "terms of a report that are looked up: the most frequent ones cost most and decide least",
    source: CHOSEN,
  },
  filesWithFunctions: { value: 30, about: "files whose functions are ranked", source: CHOSEN },
  pathWithFolder: {
    value: 1,
    about: "certainty of a named path of which the name and a folder fit",
    source: CHOSEN,
  },
  nameAlone: { value: 0.8, about: "certainty of a named path of which the name alone fits", source: CHOSEN },
  commonNameAlone: {
    value: 0.25,
    about: "the same for a name that many folders have, such as index",
    source: CHOSEN,
  },
  nestedModule: { value: 0.8, about: "certainty of a dotted name as a module inside a package", source: CHOSEN },
  singleModule: { value: 0.4, about: "certainty of a single name as a module", source: CHOSEN },
  inPackage: {
    value: 0.5,
    about: "certainty that the files of a named package or folder share, divided by the root of their number",
    source: CHOSEN,
  },
  topOfPackage: {
    value: 0.4,
    about: "certainty of a file at the top of a repository for a path of an installed package",
    source: CHOSEN,
  },
  fixDays: { value: 120, about: "days after which a recent fix counts 1/e", source: CHOSEN },
  maxNameFileShare: {
    value: 0.25,
    about: "share of the files above which a name that occurs in them is no evidence",
    source: CHOSEN,
  },
  exactClass: {
    value: 0.7,
    about: "certainty of a class that is named as the code writes it, also where its name is a word",
    source: CHOSEN,
  },
  nameFloorShare: {
    value: 0.7,
    about: "share of the greatest rarity by which values of names are divided at least",
    source: CHOSEN,
  },
  learnedHalfLifeYears: {
    value: 3,
    about: "years after which a word that was learned of a fix counts half",
    source: CHOSEN,
  },
  learnedSaturation: {
    value: 2,
    about: "saturation of term frequencies (k1 of BM25) of learned words",
    source: CHOSEN,
  },
  learnedLengthPenalty: {
    value: 0.75,
    about: "normalization by length (b of BM25) of learned words",
    source: CHOSEN,
  },
  maxMessageShare: {
    value: 0.2,
    about: "share of the messages above which a word is common and is not learned",
    source: CHOSEN,
  },
  learnedFloorShare: {
    value: 0.08,
    about: "share of the attainable value of learned words that brings all points",
    source: CHOSEN,
  },
  similarCommits: { value: 60, about: "commits that count as similar", source: CHOSEN },
  frequencyExponent: {
    value: 0.25,
    about: "exponent of the number of changes by which a file's score of similar commits is divided",
    source: CHOSEN,
  },
  frequencyOffset: { value: 5, about: "changes that are added before that division", source: CHOSEN },
  fixedIssueShare: {
    value: 0.8,
    about: "share of the best score of a message that an issue which reads the same brings to the commit that fixed it",
    source: CHOSEN,
  },
  maxDefiners: {
    value: 2,
    about: "files above which a name of the title that they define identifies none",
    source: CHOSEN,
  },
  frameDecay: {
    value: 0.5,
    about: "what each further frame of a trace counts less, in files and in functions: the third counts a half",
    source: CHOSEN,
  },
  traceOnly: { value: 2, about: "factor of a trace in a report without prose", source: CHOSEN },
  minFeedbackSimilarity: {
    value: 0.2,
    about: "similarity of two questions below which a verdict is not transferred",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;

/** The same of the functions of an issue. */
export const FUNCTION_CONSTANTS = {
  withoutClass: {
    value: 0.7,
    about: "share of the value of a name without its class: many classes have a method of this name",
    source: CHOSEN,
  },
  otherOfName: {
    value: 0.5,
    about: "share of functions with a frame's name that are not the nearest to its line",
    source: CHOSEN,
  },
  changeHalfLifeYears: { value: 1, about: "years after which a change of a function counts half", source: CHOSEN },
  fullChangeShare: {
    value: 0.2,
    about: "share of a function from which a commit that changed it counts in full",
    source: CHOSEN,
  },
  minCommitShare: {
    value: 0.15,
    about: "share of the best commit's score below which a commit is ignored",
    source: CHOSEN,
  },
  historyFloor: {
    value: 0.25,
    about: "points of the history that bring the whole weight, at least",
    source: CHOSEN,
  },
  fullLogLines: {
    value: 2.5,
    about: "decimal logarithm of the lines that bring the whole weight of the length: 316 lines",
    source: CHOSEN,
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
