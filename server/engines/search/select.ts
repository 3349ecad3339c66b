import type { OpenedIndex } from "../../index/indexStore.ts";
import type { Collection, Place } from "./collections.ts";
import { FacetTally } from "./facets.ts";
import { type GroupMatch, markGroup } from "./match.ts";
import type { QueryClause } from "./query.ts";
import { readWords } from "./words.ts";

export interface SelectedHit {
  readonly place: Place;
  readonly score: number;
}

/** What one collection has for a query. */
export interface Selection {
  /** Best first, at most as many as asked for. */
  readonly hits: readonly SelectedHit[];
  /** Documents that match and pass the filters. */
  readonly total: number;
  /** Documents that match but do not pass them. */
  readonly filteredOut: number;
  /** Counting stopped early: there may be more. */
  readonly isCapped: boolean;
  readonly tally: FacetTally;
}

export interface SelectRequest {
  /** Words of the query that a document must hold. */
  readonly needed: number;
  readonly phrases: readonly string[];
  readonly excluded: readonly QueryClause[];
  readonly passes: ((place: Place) => boolean) | null;
  readonly limit: number;
}

/** Texts that are read to verify phrases before counting stops. */
const MOST_VERIFIED = 2000;

/** Lower case, runs of white space as one space: the form in which phrases are compared. */
export const normalText = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

/** Finds, counts and ranks the documents of a collection in one pass; no object is made for a hit that is not shown. */
export function select(
  index: OpenedIndex,
  collection: Collection,
  match: GroupMatch,
  { needed, phrases, excluded, passes, limit }: SelectRequest,
): Selection {
  const excludedPhrases = excluded.filter(({ kind }) => kind === "phrase").map(({ text }) => normalText(text));
  const excludedWords = readWords(
    index,
    excluded.filter(({ kind }) => kind === "word"),
  ).words;
  const out = excludedWords.length > 0 ? markGroup(collection.group, excludedWords) : [];
  const tally = new FacetTally(collection.facets);
  const mustVerify = phrases.length > 0 || excludedPhrases.length > 0;
  const best = new Best(mustVerify ? MOST_VERIFIED : limit);
  let total = 0;
  let filteredOut = 0;
  match.covered.forEach((column, member) => {
    const scores = match.scores[member];
    const dead = out[member];
    for (let document = 0; document < column.length; document++) {
      const count = column[document] ?? 0;
      if (count < needed || count === 0 || (dead?.[document] ?? 0) > 0) continue;
      if (passes && !passes({ member, document })) {
        filteredOut++;
        continue;
      }
      total++;
      if (!mustVerify) tally.add(member, document);
      const score = (scores?.[document] ?? 0) * Math.sqrt(count / needed) * collection.standing(member, document);
      best.offer(member, document, score);
    }
  });
  const hits = best.done();
  if (!mustVerify) return { hits, total, filteredOut, isCapped: false, tally };
  const verified = hits.filter(({ place }) => {
    const text = normalText(collection.text(place));
    return phrases.every((phrase) => text.includes(phrase)) && !excludedPhrases.some((phrase) => text.includes(phrase));
  });
  for (const { place } of verified) tally.add(place.member, place.document);
  return {
    hits: verified.slice(0, limit),
    total: verified.length,
    filteredOut,
    isCapped: total > MOST_VERIFIED,
    tally,
  };
}

/** Keeps the best so many of a long run. */
class Best {
  readonly #limit: number;
  #kept: SelectedHit[] = [];
  #least = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(member: number, document: number, score: number): void {
    if (score <= this.#least) return;
    this.#kept.push({ place: { member, document }, score });
    if (this.#kept.length >= this.#limit * 2 + 50) this.#trim();
  }

  done(): SelectedHit[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.#kept.sort(
      (a, b) => b.score - a.score || a.place.member - b.place.member || a.place.document - b.place.document,
    );
    if (this.#kept.length < this.#limit) return;
    this.#kept.length = this.#limit;
    this.#least = this.#kept.at(-1)?.score ?? -Infinity;
  }
}
