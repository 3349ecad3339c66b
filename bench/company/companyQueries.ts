import { createRandom } from "../../server/engines/ranking/createRandom.ts";
import type { CorpusStatistics } from "./corpusStatistics.ts";

export interface CompanyQuery {
  readonly q: string;
  readonly words: number;
}

/** Ranks of words by frequency: a third of the queries has words of each. */
const RANKS = [
  [20, 300],
  [300, 3000],
  [3000, 30_000],
] as const;

/** Queries of one to three words, without words that are no word for a person. */
export function companyQueries({ code }: CorpusStatistics, count: number): CompanyQuery[] {
  const random = createRandom(5);
  const words = code.map(([word]) => word).filter((word) => /^[a-zA-Z]{4,20}$/.test(word));
  return Array.from({ length: count }, (_, at) => {
    const size = (at % 3) + 1;
    const [from, to] = RANKS[Math.floor(at / 3) % 3] ?? RANKS[0];
    const pick = (): string => words[from + Math.floor(random() * (Math.min(to, words.length) - from))] ?? "";
    return { q: Array.from({ length: size }, pick).join(" "), words: size };
  });
}
