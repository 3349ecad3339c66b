import { type OpenedCode, type OpenedIndex, linesOfFile } from "../../../index/OpenedIndex.ts";
import { scanTokens, termsOf } from "../../../index/text/tokenize.ts";
import { shortFormsOf } from "./abbreviations.ts";
import type { SearchTerm } from "../query/queryTerms.ts";
import { SEARCH_WEIGHTS } from "../searchWeights.ts";

/** How a function answers a sentence, each 0 to 1, words weighed by their rarity. */
export interface FunctionFeatures {
  /** The share of the function's own name that the sentence has. */
  readonly name: number;
  /** The share of the sentence that the name has. */
  readonly sentence: number;
  /** The same for the name together with its enclosing scope. */
  readonly around: number;
  /** The share of the sentence that the first lines have: parameters and types. */
  readonly head: number;
  /** The share of the sentence that the function as a whole has. */
  readonly body: number;
  /** The name begins with the sentence's first content word: most sentences begin with the verb. */
  readonly verb: number;
}

const HEAD_LINES = 3;
const MAX_LINES = 80;
/** What a short form of a word counts. */
const SHORT = SEARCH_WEIGHTS.functionShortForm.weight;

/** Compares functions with one sentence. */
export class FunctionComparer {
  readonly #index: OpenedIndex;
  readonly #termWeights = new Map<string, number>();
  readonly #idf = new Map<string, number>();
  #all = 0;
  readonly #first: string;

  constructor(index: OpenedIndex, words: readonly SearchTerm[]) {
    this.#index = index;
    const contentTerms = words.filter(({ isStopWord }) => !isStopWord);
    for (const { stems } of contentTerms) {
      for (const stem of stems) {
        if (this.#termWeights.has(stem)) continue;
        this.#termWeights.set(stem, 1);
        this.#all += this.#rarity(stem);
      }
    }
    for (const { stems } of contentTerms)
      for (const stem of stems)
        for (const short of shortFormsOf(stem)) if (!this.#termWeights.has(short)) this.#termWeights.set(short, SHORT);
    this.#first = words.find(({ stems, isOpening }) => stems.length > 0 && !isOpening)?.stems[0] ?? "";
  }

  featuresOf(code: OpenedCode, symbol: number): FunctionFeatures {
    const row = code.symbols?.table.row(symbol);
    if (!row) return { name: 0, sentence: 0, around: 0, head: 0, body: 0, verb: 0 };
    const nameStems = termsOf(row.name).stems;
    const containerStems = termsOf(row.container).stems;
    let has = 0;
    let all = 0;
    for (const stem of new Set(nameStems)) {
      const rarity = this.#rarity(stem);
      all += rarity;
      has += rarity * (this.#termWeights.get(stem) ?? 0);
    }
    const text = linesOfFile(code, row.file, row.start, Math.min(row.end, row.start + MAX_LINES - 1));
    const head = text.split("\n", HEAD_LINES).join("\n");
    return {
      name: all === 0 ? 0 : has / all,
      sentence: this.#share(nameStems),
      around: this.#share([...nameStems, ...containerStems]),
      head: this.#share(stemsOf(head)),
      body: this.#share(stemsOf(text)),
      verb: Number(nameStems[0] !== undefined && nameStems[0] === this.#first),
    };
  }

  #share(stems: readonly string[]): number {
    let has = 0;
    for (const stem of new Set(stems)) {
      const weight = this.#termWeights.get(stem) ?? 0;
      if (weight > 0) has += weight * this.#rarity(stem);
    }
    return this.#all === 0 ? 0 : Math.min(1, has / this.#all);
  }

  #rarity(stem: string): number {
    let rarity = this.#idf.get(stem);
    if (rarity === undefined) {
      const { chunkGroup } = this.#index;
      rarity = Math.max(0.5, chunkGroup.idf(chunkGroup.documentCount(stem)));
      this.#idf.set(stem, rarity);
    }
    return rarity;
  }
}

/** Stems by token as written: code repeats names, and splitting and stemming a token is slow. */
const stemCache = new Map<string, readonly string[]>();
/** Emptied when full: an LRU cache costs more for each token than stemming the few frequent ones again. */
const MAX_CACHED_TOKENS = 30_000;

function stemsOf(text: string): string[] {
  const all: string[] = [];
  scanTokens(text, (token) => {
    let stems = stemCache.get(token);
    if (stems === undefined) {
      ({ stems } = termsOf(token));
      if (stemCache.size >= MAX_CACHED_TOKENS) stemCache.clear();
      // A copy: a piece of a text would keep the whole text.
      stemCache.set(Buffer.from(token).toString(), stems);
    }
    for (const stem of stems) all.push(stem);
  });
  return all;
}
