import { normalizeProse } from "../../index/text/normalizeText.ts";
import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";
import { STOP_WORDS } from "../../index/text/stopWords.ts";
import { scanTokens, splitIdentifier, stem } from "../../index/text/tokenize.ts";

/** Between the two words of a pair: no term holds a blank. */
const BETWEEN = " ";

/** Neighbouring words of a text as stems, stop words left out. At most `longest` signs of it are read. */
export function pairsOf(text: string, longest: number): Set<string> {
  const pairs = new Set<string>();
  let last = "";
  scanTokens(text.slice(0, longest), (token) => {
    for (const part of splitIdentifier(token)) {
      const folded = normalizeProse(part);
      if (folded.length < 2 || STOP_WORDS.has(folded)) continue;
      const term = stem(folded);
      if (last !== "" && last !== term) pairs.add(last + BETWEEN + term);
      last = term;
    }
  });
  return pairs;
}

/** A pair weighs as much as its rarer word: no table holds the document frequency of pairs. */
export class PairGains {
  readonly #group: MultiSegmentReader;
  readonly #wordGains = new Map<string, number>();

  constructor(group: MultiSegmentReader) {
    this.#group = group;
  }

  gainOf(pair: string): number {
    const [first = "", second = ""] = pair.split(BETWEEN);
    return Math.max(this.#ofWord(first), this.#ofWord(second));
  }

  sum(pairs: Iterable<string>): number {
    let sum = 0;
    for (const pair of pairs) sum += this.gainOf(pair);
    return sum;
  }

  #ofWord(word: string): number {
    let gain = this.#wordGains.get(word);
    if (gain === undefined) {
      const count = this.#group.documentCount(word);
      gain = count === 0 ? 0 : this.#group.idf(count);
      this.#wordGains.set(word, gain);
    }
    return gain;
  }
}
