/** The search for inputs that break a promise: what executes a new part of the code is kept and altered further. */
import { begin, end } from "./coverage.ts";
import { type Target, longestOf, mostOutput, mostSteps } from "./Target.ts";
import { type Chance, type Material, chanceOf, mutate } from "./mutate.ts";
import { mutateJson } from "./mutateJson.ts";

export interface Search {
  readonly target: Target;
  readonly seed: number;
  readonly seeds: readonly Uint8Array[];
  readonly words: readonly string[];
  /** Alters the seeds alone and learns nothing: what guidance is compared with. */
  readonly isBlind?: boolean;
  /** Hears of each input before it is read, so that one which never ends is known. */
  readonly onInput?: (input: Uint8Array) => void;
  /** Whether to continue after this number of runs. */
  readonly goesOn: (runs: number) => boolean;
}

export interface Found {
  readonly runs: number;
  /** Edges of the code by order of magnitude. */
  readonly features: number;
  /** The inputs that executed them, without the ones that others make superfluous. */
  readonly corpus: readonly Uint8Array[];
  /** The first input that broke the promise. */
  readonly failure: { readonly input: Uint8Array; readonly error: unknown } | null;
}

interface Entry {
  readonly input: Uint8Array;
  readonly features: Uint32Array;
  /** Features that no earlier entry has. */
  readonly news: number;
  material: Omit<Material, "other"> | null;
}

export async function explore(search: Search): Promise<Found> {
  const { target, seeds, isBlind = false } = search;
  const chance = chanceOf(search.seed);
  const longest = longestOf(target);
  const seen = new Uint8Array(2 ** 19);
  const entries: Entry[] = [];
  let features = 0;
  let runs = 0;
  const attempt = async (input: Uint8Array): Promise<unknown> => {
    runs += 1;
    search.onInput?.(input);
    const outcome = await tryInput(target, input, false);
    if (outcome.error !== undefined) return outcome.error;
    const fresh = outcome.features.filter((feature) => seen[feature] === 0);
    if (fresh.length > 0 && (!isBlind || runs <= seeds.length)) {
      for (const feature of fresh) seen[feature] = 1;
      features += fresh.length;
      entries.push({ input: Uint8Array.from(input), features: outcome.features, news: fresh.length, material: null });
    }
    return undefined;
  };
  for (const input of [...seeds, new Uint8Array()]) {
    const error = await attempt(input);
    if (error !== undefined) return { runs, features, corpus: smallest(entries), failure: { input, error } };
  }
  while (search.goesOn(runs)) {
    const entry = chosen(entries, chance);
    entry.material ??= { longest, words: search.words, compared: (await tryInput(target, entry.input, true)).compared };
    const material = { ...entry.material, other: chance.pick(entries).input };
    const changed =
      (target.shape === "json" && chance.below(4) > 0 && mutateJson(entry.input, chance, material)) ||
      mutate(entry.input, chance, material);
    // Texts reach a parser decoded; what is no UTF-8 would only be replaced on the way.
    const input = target.shape === "bytes" ? changed : Buffer.from(changed.toString());
    const error = await attempt(input);
    if (error !== undefined) return { runs, features, corpus: smallest(entries), failure: { input, error } };
  }
  return { runs, features, corpus: smallest(entries), failure: null };
}

/** Half of the time one of the newest, which are nearest to code that nothing has reached. */
function chosen(entries: readonly Entry[], chance: Chance): Entry {
  const recent = Math.max(1, Math.ceil(entries.length / 8));
  const at = chance.below(2) === 0 ? entries.length - 1 - chance.below(recent) : chance.below(entries.length);
  return entries[at] as Entry;
}

interface Outcome {
  readonly features: Uint32Array;
  readonly compared: Material["compared"];
  readonly error?: unknown;
}

/** Runs a target once and checks what every target promises: bounded steps, bounded output, untouched prototypes. */
export async function tryInput(target: Target, input: Uint8Array, isTracing: boolean): Promise<Outcome> {
  const most = mostSteps(target, input.length);
  begin(most, isTracing);
  let error: unknown;
  let result: unknown;
  try {
    result = target.run(input);
    if (result instanceof Promise) result = await result;
  } catch (thrown) {
    error = thrown ?? new Error("threw nothing");
  }
  const { steps, ...outcome } = end();
  if (steps > most && error === undefined) error = new Error(`It executed ${steps} blocks, more than ${most}.`);
  const characters = sizeOf(result);
  if (characters > mostOutput(input.length))
    error ??= new Error(`It made ${characters} characters of ${input.length}.`);
  for (const prototype of PROTOTYPES) {
    const [key] = Object.keys(prototype);
    if (key === undefined) continue;
    Reflect.deleteProperty(prototype, key);
    error ??= new Error(`It added ${JSON.stringify(key)} to a prototype.`);
  }
  return error === undefined ? outcome : { ...outcome, error };
}
const PROTOTYPES: readonly object[] = [Object.prototype, Array.prototype, String.prototype, Function.prototype];

function sizeOf(result: unknown): number {
  if (typeof result === "string") return result.length;
  return Array.isArray(result) ? result.reduce((sum: number, part) => sum + sizeOf(part), result.length) : 0;
}

/** Fewest inputs, in the order of what each adds and the shortest first, that have all features together. */
function smallest(entries: readonly Entry[]): Uint8Array[] {
  const left = new Set(entries.flatMap(({ features }) => [...features]));
  const kept: Uint8Array[] = [];
  for (const { input, features } of entries.toSorted((a, b) => a.input.length - b.input.length)) {
    let isNeeded = false;
    for (const feature of features) if (left.delete(feature)) isNeeded = true;
    if (isNeeded) kept.push(input);
  }
  return kept;
}
