/** The description of a signal of a ranker; `docs/weights.md` is printed from it. */
export interface Feature {
  readonly id: string;
  /** The most points that it can bring: values are divided by the largest one of the question. */
  readonly weight: number;
  /** What it measures, in one sentence. */
  readonly about: string;
  /** The publication of the method, where there is one, and what set the weight. */
  readonly source: string;
}

/** A number that a ranking depends on and that is no feature's weight; `docs/weights.md` is printed from it. */
export interface RankingConstant {
  readonly value: number;
  /** What it does, in a few words. */
  readonly about: string;
  /** The publication or the measurement that set it. */
  readonly source: string;
}
