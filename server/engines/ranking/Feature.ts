/** What every signal of every ranker says of itself; `docs/weights.md` is printed from it. */
export interface Feature {
  readonly id: string;
  /** The most points that it can bring: values are divided by the largest one of the question. */
  readonly weight: number;
  /** What it measures, in one sentence. */
  readonly about: string;
  /** The publication of the method, where there is one, and what set the weight. */
  readonly source: string;
}

/** A value that several features of one ranker need, computed once for each context. */
export function oncePer<Context extends object, Value>(
  compute: (context: Context) => Value,
): (context: Context) => Value {
  const values = new WeakMap<Context, { readonly value: Value }>();
  return (context) => {
    let found = values.get(context);
    if (!found) values.set(context, (found = { value: compute(context) }));
    return found.value;
  };
}
