import type { Place } from "./collection.ts";

export interface SelectedHit {
  readonly place: Place;
  readonly score: number;
}

/**
 * Keeps the best so many of a long run, without an object for what is surely not among them. Of one score, the earlier member and document
 * come first.
 */
export class Best {
  readonly #limit: number;
  #kept: SelectedHit[] = [];
  #least = -Infinity;
  #last: Place = { member: Infinity, document: Infinity };

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(member: number, document: number, score: number): void {
    if (score < this.#least || (score === this.#least && isBehind(member, document, this.#last))) return;
    this.#kept.push({ place: { member, document }, score });
    if (this.#kept.length >= this.#limit * 2 + 50) this.#trim();
  }

  /** Best first. */
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
    const last = this.#kept.at(-1);
    if (!last) return;
    this.#least = last.score;
    this.#last = last.place;
  }
}

const isBehind = (member: number, document: number, than: Place): boolean =>
  member > than.member || (member === than.member && document > than.document);
