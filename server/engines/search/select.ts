import type { Collection, Place } from "./collection.ts";
import type { Conditions } from "./conditions.ts";
import { FacetTally } from "./facets.ts";
import { onlyFacet } from "./facetFilter.ts";
import { type GroupMatch, countBits } from "./match.ts";

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
  /** Texts that were to be looked at, and those that were. */
  readonly texts: { readonly searched: number; readonly of: number };
  readonly tally: FacetTally;
}

export interface SelectRequest {
  readonly conditions: Conditions;
  /** Bits of the words that stand freely in the query, and how many of them a document must have. */
  readonly freeBits: number;
  readonly needed: number;
  readonly fails: ((member: number, document: number) => number) | null;
  /** The score of a document that is to be ranked. */
  readonly score: (member: number, document: number, words: number) => number;
  readonly limit: number;
  /** Texts are looked at until then (as of performance.now()). */
  readonly deadline: number;
}

/** Texts that are read to verify phrases and patterns before counting stops. */
const MOST_VERIFIED = 50_000;

/** Finds, counts and ranks the documents of a collection in one pass; no object is made for a hit that is not shown. */
export function select(collection: Collection, match: GroupMatch, request: SelectRequest): Selection {
  const { conditions, freeBits, needed, fails, score, limit, deadline } = request;
  const tally = new FacetTally(collection.facets);
  const best = new Best(limit);
  let total = 0;
  let filteredOut = 0;
  let toVerify = 0;
  let verified = 0;
  let isLate = false;
  match.bits.forEach((column, member) => {
    const marks = conditions.marks?.[member];
    const belongs = collection.belongs?.[member];
    for (let document = 0; document < column.length; document++) {
      const held = (column[document] ?? 0) & freeBits;
      if ((held === 0 && needed > 0) || (marks && marks[document] === 0)) continue;
      const words = countBits(held);
      if (words < needed || belongs?.[document] === 0) continue;
      const failed = fails === null ? 0 : fails(member, document);
      const only = failed === 0 ? null : onlyFacet(failed);
      if (failed !== 0 && only === null) {
        filteredOut++;
        continue;
      }
      if (marks && conditions.mustVerify(member, document)) {
        toVerify++;
        isLate ||= verified >= MOST_VERIFIED || (verified % 16 === 0 && performance.now() > deadline);
        if (isLate) continue;
        verified++;
        const place = { member, document };
        if (!conditions.verify(place, collection.text(place))) continue;
      }
      tally.add(member, document, only);
      if (failed !== 0) {
        filteredOut++;
        continue;
      }
      total++;
      best.offer(member, document, score(member, document, words));
    }
  });
  const texts = { searched: verified, of: toVerify };
  return { hits: best.done(), total, filteredOut, isCapped: verified < toVerify, texts, tally };
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
