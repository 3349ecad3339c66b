const TABLE = 1 << 20;

/** Draws words as often as a corpus has them. A word is drawn by one read of a table in which it has its share of the places. */
export class WordSampler {
  readonly #words: readonly string[];
  readonly #places = new Uint32Array(TABLE);
  readonly #random: () => number;

  constructor(words: readonly (readonly [word: string, count: number])[], random: () => number) {
    this.#words = words.map(([word]) => word);
    this.#random = random;
    const total = words.reduce((sum, [, count]) => sum + count, 0);
    let seen = 0;
    let at = 0;
    words.forEach(([, count], word) => {
      seen += count;
      for (const end = Math.floor((seen / total) * TABLE); at < end; at++) this.#places[at] = word;
    });
  }

  next(): string {
    return this.#words[this.#places[Math.floor(this.#random() * TABLE)] ?? 0] ?? "";
  }

  /** A word of the rarer ones, each as likely as the other. */
  rare(): string {
    const from = Math.min(2000, this.#words.length >> 1);
    return this.#words[from + Math.floor(this.#random() * (this.#words.length - from))] ?? "";
  }
}
