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
