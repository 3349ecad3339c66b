import type { LearnedAccuracy } from "../../../contract/issues/analysis.ts";
import type { OpenedIssues } from "../../index/OpenedIndex.ts";
import type { RankingConstant } from "../ranking/Feature.ts";
import type { Question } from "../question/question.ts";

/** Issues that are learned from, the newest ones. */
const MAX_CASES = 5000;
const MIN_CASES = 20;
const MIN_CASES_PER_VALUE = 4;
/** A term in more of the cases than this share does not discriminate. */
const MAX_CASE_SHARE = 0.6;
const SMOOTHING_COUNT = 0.3;
export const LABEL_CONSTANTS = {
  title: {
    value: 2,
    about: "occurrences that a word of the title counts in the Naive Bayes model of labels",
    source: "chosen, not measured alone",
  },
} as const satisfies Readonly<Record<string, RankingConstant>>;
const TITLE_WEIGHT = LABEL_CONSTANTS.title.value;
/** Share of the cases, the newest, on which the classifier of the others is measured. */
const TEST_SHARE = 1 / 3;
const BIN_COUNT = 4;
const MIN_CASES_PER_BIN = 12;
const BODY_FIELD = 1;
const TITLE_FIELD = 2;

export interface LabelledCase {
  /** Document number. */
  readonly issue: number;
  readonly value: string;
  readonly at: number;
}

/** The value that the text indicates, and the confidence in it. */
export interface Learned {
  readonly value: string;
  /** Share of tried issues with a margin like this one that were right. */
  readonly confidence: number;
  /** Numbers of the terms with the most evidence for the value over the next best one. */
  readonly terms: readonly number[];
}

type Features = ReadonlyMap<number, number>;

/**
 * Naive Bayes over the words of titles and bodies (McCallum and Nigam 1998), learned from the project's labelled issues through the
 * inverted index, so that no text is read. How often it is right is measured in time: the newest third is judged by a model that is
 * trained on the older two thirds.
 */
export class LabelModel {
  readonly accuracy: LearnedAccuracy;
  readonly cases: readonly LabelledCase[];
  readonly #issues: OpenedIssues;
  readonly #bayes: Bayes;
  /** Leads in falling order with the share of right answers from there to the next one. */
  readonly #bins: readonly { readonly margin: number; readonly share: number }[];

  /** @returns why not, where too few issues are labelled, or all of them alike */
  static learn(issues: OpenedIssues, all: readonly LabelledCase[]): LabelModel | "few_labels" | "one_value" {
    const newest = all.toSorted((a, b) => b.at - a.at).slice(0, MAX_CASES);
    const counts = Map.groupBy(newest, ({ value }) => value);
    const cases = newest.filter(({ value }) => (counts.get(value)?.length ?? 0) >= MIN_CASES_PER_VALUE);
    if (cases.length < MIN_CASES) return "few_labels";
    if (new Set(cases.map(({ value }) => value)).size < 2) return "one_value";
    return new LabelModel(issues, cases);
  }

  private constructor(issues: OpenedIssues, cases: readonly LabelledCase[]) {
    this.#issues = issues;
    this.cases = cases;
    const features = featuresOf(issues, cases);
    const tried = Math.max(1, Math.floor(cases.length * TEST_SHARE));
    const older = new Bayes(cases.slice(tried), features);
    const answers = cases.slice(0, tried).map(({ issue, value }) => {
      const judged = older.judge(features.get(issue) ?? new Map());
      return { margin: judged.margin, isRight: judged.value === value };
    });
    const mostFrequent = older.values[0];
    this.accuracy = {
      share: shareOf(answers),
      baseline: cases.slice(0, tried).filter(({ value }) => value === mostFrequent).length / tried,
      cases: tried,
      trained_on: cases.length - tried,
    };
    this.#bins = binsOf(answers);
    this.#bayes = new Bayes(cases, features);
  }

  /** Null when no word of the text was ever seen in a labelled issue. */
  classify(question: Question): Learned | null {
    const { segment } = this.#issues;
    const title = new Set(question.titleTerms.map(({ term }) => term));
    const features = new Map<number, number>();
    for (const { term } of question.terms) {
      const number = segment.find(term);
      if (number >= 0 && this.#bayes.knows(number)) features.set(number, title.has(term) ? TITLE_WEIGHT : 1);
    }
    if (features.size === 0) return null;
    const { value, margin, terms } = this.#bayes.judge(features);
    const bin = this.#bins.findLast((candidate) => margin <= candidate.margin) ?? this.#bins[0];
    return { value, confidence: bin?.share ?? this.accuracy.share, terms };
  }
}

/** The words of each case, by term number. One walk over the vocabulary. */
function featuresOf({ segment }: OpenedIssues, cases: readonly LabelledCase[]): Map<number, Map<number, number>> {
  const features = new Map<number, Map<number, number>>(cases.map(({ issue }) => [issue, new Map()]));
  for (let term = 0; term < segment.terms; term++) {
    if (segment.documentCount(term) < 2) continue;
    const holders: [Map<number, number>, number][] = [];
    segment.eachDocument(term, (issue, mask) => {
      const counts = features.get(issue);
      if (!counts || (mask & (BODY_FIELD | TITLE_FIELD)) === 0) return;
      holders.push([counts, (mask & TITLE_FIELD) === 0 ? 1 : TITLE_WEIGHT]);
    });
    if (holders.length < 2 || holders.length > cases.length * MAX_CASE_SHARE) continue;
    for (const [counts, count] of holders) counts.set(term, count);
  }
  return features;
}

const MAX_EXPLAINED_WORDS = 6;

class Bayes {
  /** The most frequent first. */
  readonly values: readonly string[];
  readonly #priors: readonly number[];
  /** Per term: log of the smoothed share of each value's words. */
  readonly #logs = new Map<number, Float64Array>();

  constructor(cases: readonly LabelledCase[], features: ReadonlyMap<number, Features>) {
    const counts = [...Map.groupBy(cases, ({ value }) => value)].sort((a, b) => b[1].length - a[1].length);
    this.values = counts.map(([value]) => value);
    // Half of the prior: the words of the text weigh more than the frequency of the class.
    this.#priors = counts.map(([, some]) => 0.5 * Math.log(some.length / cases.length));
    const positionOf = new Map(this.values.map((value, at) => [value, at]));
    const totals = new Float64Array(this.values.length);
    for (const { issue, value } of cases) {
      const at = positionOf.get(value) ?? 0;
      for (const [term, count] of features.get(issue) ?? []) {
        let row = this.#logs.get(term);
        if (!row) this.#logs.set(term, (row = new Float64Array(this.values.length)));
        row[at] = (row[at] ?? 0) + count;
        totals[at] = (totals[at] ?? 0) + count;
      }
    }
    const vocabulary = Math.max(1, this.#logs.size);
    for (const row of this.#logs.values()) {
      for (let at = 0; at < row.length; at++) {
        row[at] = Math.log(((row[at] ?? 0) + SMOOTHING_COUNT) / ((totals[at] ?? 0) + SMOOTHING_COUNT * vocabulary));
      }
    }
  }

  knows(term: number): boolean {
    return this.#logs.has(term);
  }

  /** `margin`: how far the best value is before the next one, per root of the words, so that long texts are not surer than short ones. */
  judge(features: Features): { value: string; margin: number; terms: number[] } {
    const scores = Float64Array.from(this.#priors);
    let words = 0;
    for (const [term, count] of features) {
      const row = this.#logs.get(term);
      if (!row) continue;
      words += count;
      for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) + count * (row[at] ?? 0);
    }
    const order = Array.from(scores.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    const [best = 0, second = 0] = order;
    const gainOf = (term: number): number => {
      const row = this.#logs.get(term);
      return row ? (row[best] ?? 0) - (row[second] ?? 0) : 0;
    };
    const terms = [...features.keys()]
      .map((term) => ({ term, gain: gainOf(term) * (features.get(term) ?? 1) }))
      .filter(({ gain }) => gain > 0.2)
      .sort((a, b) => b.gain - a.gain)
      .slice(0, MAX_EXPLAINED_WORDS)
      .map(({ term }) => term);
    const margin = ((scores[best] ?? 0) - (scores[second] ?? 0)) / Math.sqrt(Math.max(1, words));
    return { value: this.values[best] ?? "", margin, terms };
  }
}

const shareOf = (answers: readonly { isRight: boolean }[]): number =>
  answers.length === 0 ? 0 : answers.filter(({ isRight }) => isRight).length / answers.length;

/** Tried answers in a few groups by their margin, the surest first; a surer group is never taken for less right than the next one. */
function binsOf(answers: readonly { margin: number; isRight: boolean }[]): { margin: number; share: number }[] {
  const sorted = answers.toSorted((a, b) => b.margin - a.margin);
  const bins = Math.max(1, Math.min(BIN_COUNT, Math.floor(sorted.length / MIN_CASES_PER_BIN)));
  const size = Math.ceil(sorted.length / bins);
  const result: { margin: number; share: number }[] = [];
  for (let from = 0; from < sorted.length; from += size) {
    const group = sorted.slice(from, from + size);
    result.push({ margin: from === 0 ? Infinity : (group[0]?.margin ?? 0), share: shareOf(group) });
  }
  for (let at = result.length - 2; at >= 0; at--) {
    const [current, next] = [result[at], result[at + 1]];
    if (current && next && current.share < next.share) result[at] = { margin: current.margin, share: next.share };
  }
  return result;
}
