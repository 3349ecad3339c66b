import type { DocumentRef } from "./DocumentRef.ts";

export interface ScoredDocument {
  readonly documentRef: DocumentRef;
  readonly score: number;
}

/**
 * Keeps the `limit` documents with the highest scores, and allocates nothing for a document below them. Of equal scores, the earlier member
 * and document come first.
 */
export class TopK {
  readonly #limit: number;
  #heap: ScoredDocument[] = [];
  #least = -Infinity;
  #last: DocumentRef = { member: Infinity, document: Infinity };

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(member: number, document: number, score: number): void {
    if (score < this.#least || (score === this.#least && isAfter(member, document, this.#last))) return;
    this.#heap.push({ documentRef: { member, document }, score });
    if (this.#heap.length >= this.#limit * 2 + 50) this.#trim();
  }

  /** A lower bound of the scores that are kept: a document below it is not among them. -Infinity until `limit` are offered. */
  get least(): number {
    return this.#least;
  }

  /** Best first. */
  sorted(): ScoredDocument[] {
    this.#trim();
    return this.#heap;
  }

  #trim(): void {
    this.#heap.sort(
      (a, b) =>
        b.score - a.score ||
        a.documentRef.member - b.documentRef.member ||
        a.documentRef.document - b.documentRef.document,
    );
    if (this.#heap.length < this.#limit) return;
    this.#heap.length = this.#limit;
    const last = this.#heap.at(-1);
    if (!last) return;
    this.#least = last.score;
    this.#last = last.documentRef;
  }
}

const isAfter = (member: number, document: number, than: DocumentRef): boolean =>
  member > than.member || (member === than.member && document > than.document);
