/** The benches of the rankings: what each of their signals is called, and how it is silenced for the rest of the process. */

/** The signals of a ranking by name. Silencing one changes the table of weights, so it comes before the rankers are loaded. */
export type Signals = ReadonlyMap<string, () => void>;

/** Weights of the search whose signal is silent at 0. The others are factors and shares, of which 0 is another rule. */
const SEARCH_SIGNALS = [
  "wholeName",
  "shortForm",
  "chunkName",
  "chunkPath",
  "chunkScope",
  "chunkComment",
  "bestChunk",
  "nameShare",
  "coverage",
  "proximity",
  "calleeFile",
  "calleeFunction",
  "functionWords",
  "functionName",
  "functionSentence",
  "functionAround",
  "functionHead",
  "functionBody",
  "functionVerb",
] as const;
/** Factors of the search that are silent at 1. */
const SEARCH_FACTORS = ["taskPage", "betweenDefinitions", "derivedFile", "testFile", "docsFile"] as const;

const setTo = (target: object, key: string, value: number) => (): void => void Object.assign(target, { [key]: value });

async function localizeSignals(): Promise<Signals> {
  const { FILE_FEATURES } = await import("../../server/engines/localize/fileFeatures.ts");
  const { FUNCTION_FEATURES } = await import("../../server/engines/localize/listedFunctionFeatures.ts");
  return new Map([
    ...FILE_FEATURES.map((feature) => [feature.id, setTo(feature, "weight", 0)] as const),
    ...FUNCTION_FEATURES.map((feature) => [`function ${feature.id}`, setTo(feature, "weight", 0)] as const),
  ]);
}

async function searchSignals(): Promise<Signals> {
  const { SEARCH_WEIGHTS } = await import("../../server/engines/search/searchWeights.ts");
  return new Map([
    ...SEARCH_SIGNALS.map((name) => [name, setTo(SEARCH_WEIGHTS[name], "weight", 0)] as const),
    ...SEARCH_FACTORS.map((name) => [name, setTo(SEARCH_WEIGHTS[name], "weight", 1)] as const),
  ]);
}

async function expertSignals(): Promise<Signals> {
  const { EXPERT_WEIGHTS, ROLE_WEIGHTS } = await import("../../server/engines/experts/expertFeatures.ts");
  const tables = [EXPERT_WEIGHTS, ...Object.values(ROLE_WEIGHTS)];
  return new Map(
    Object.keys(EXPERT_WEIGHTS).map((id) => [
      id,
      () => {
        for (const table of tables) setTo(table, id, 0)();
      },
    ]),
  );
}

async function similarSignals(): Promise<Signals> {
  const { SIMILAR_WEIGHTS } = await import("../../server/engines/similar/similarWeights.ts");
  return new Map(Object.entries(SIMILAR_WEIGHTS).map(([part, weight]) => [part, setTo(weight, "value", 0)]));
}

/** The benches that rank, with their signals and the lists that are compared without one. */
export const QUALITY_BENCHES: Readonly<
  Record<string, { readonly signals: () => Promise<Signals>; readonly lists: readonly string[] }>
> = {
  localize: { signals: localizeSignals, lists: ["engine", "functions"] },
  mixed: { signals: searchSignals, lists: ["headings places", "sentences places", "headings search"] },
  sentences: { signals: searchSignals, lists: ["engine", "symbols"] },
  experts: { signals: expertSignals, lists: ["engine fixer", "engine reviewer", "engine merger"] },
  similar: { signals: similarSignals, lists: ["engine"] },
};

/** The environment variable with the signal that a bench leaves out, as `bench:signal`. */
export const LEFT_OUT = "CLEW_BENCH_WITHOUT";
