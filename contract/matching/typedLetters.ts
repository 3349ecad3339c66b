/** The typed letters in the name of the buffer: as its beginning, in one run, at beginnings of words, with one mistake, or scattered. */
import { FOLD as FOLDS, MAX_LETTERS, nameBuffer } from "./nameLetters.ts";

// V8 reads an import at each use, and a constant of the module once.
const [name, FOLD] = [nameBuffer, FOLDS];

/** Typed letters beyond these are ignored. */
const MAX_TYPED = 64;

const UNREACHABLE = -10_000;
const SCORE_MATCH = 16;
const BONUS_BOUNDARY = 8;
const BONUS_CONSECUTIVE = 8;
const GAP_PENALTY = 3;

/** Letters that were typed, without separators and in lower case. */
export class TypedLetters {
  readonly typed: Uint8Array;
  readonly length: number;
  /** Positions in the name, for `beginsWords`, and the step in which each was noted last. */
  readonly #positions = [new Int16Array(MAX_LETTERS), new Int16Array(MAX_LETTERS)] as const;
  readonly #noted = new Int32Array(MAX_LETTERS);
  #step = 0;
  readonly #rows = [new Int16Array(MAX_LETTERS), new Int16Array(MAX_LETTERS)] as const;

  /** The letters are those of the name in the buffer. */
  constructor() {
    this.typed = name.letters.slice(0, Math.min(name.length, MAX_TYPED));
    this.length = this.typed.length;
  }

  /** Whether the typed letters occur in their order; reads less than `readName`. */
  areIn(letters: Uint8Array, from: number, to: number): boolean {
    let typed = 0;
    for (let at = from; at < to && typed < this.length; at++) if (FOLD[letters[at] ?? 0] === this.typed[typed]) typed++;
    return typed === this.length;
  }

  /** Whether the name begins with the letters. */
  isPrefix(): boolean {
    if (name.length < this.length) return false;
    for (let at = 0; at < this.length; at++) if (this.typed[at] !== name.letters[at]) return false;
    return true;
  }

  /** Whether the letters occur in the name in their order. */
  isSubsequence(): boolean {
    let typed = 0;
    for (let at = 0; at < name.length && typed < this.length; at++) if (name.letters[at] === this.typed[typed]) typed++;
    return typed === this.length;
  }

  /** All letters in one run: 2 where it begins a word, 1 elsewhere, 0 without one. */
  run(): number {
    let matches = 0;
    for (let start = 0; start + this.length <= name.length; start++) {
      if (matches === 1 && name.starts[start] === 0) continue;
      let at = 0;
      while (at < this.length && name.letters[start + at] === this.typed[at]) at++;
      if (at < this.length) continue;
      if (name.starts[start] === 1) return 2;
      matches = 1;
    }
    return matches;
  }

  /**
   * Whether the letters are beginnings of words in their order (`rougr` in RouterGroup).
   * @param every no word may be skipped (`rg`), for names of several words
   */
  beginsWords(every: boolean): boolean {
    let [now, next] = this.#positions;
    const { length } = name;
    let count = 0;
    this.#step++;
    for (let at = 0; at < length; at = every ? length : (name.nextStart[at] ?? length))
      if (name.letters[at] === this.typed[0]) now[count++] = at;
    for (let typed = 1; typed < this.length && count > 0; typed++) {
      const letter = this.typed[typed];
      this.#step++;
      let more = 0;
      let first = length;
      for (let index = 0; index < count; index++) {
        const at = now[index] ?? 0;
        first = Math.min(first, at);
        if (at + 1 < length && name.letters[at + 1] === letter) more = this.#note(next, more, at + 1);
        const start = name.nextStart[at] ?? length;
        if (every && start < length && name.letters[start] === letter) more = this.#note(next, more, start);
      }
      for (let at = every ? length : (name.nextStart[first] ?? length); at < length; at = name.nextStart[at] ?? length)
        if (name.letters[at] === letter) more = this.#note(next, more, at);
      [now, next] = [next, now];
      count = more;
    }
    if (!every) return count > 0;
    for (let index = 0; index < count; index++) if (name.nextStart[now[index] ?? 0] === length) return true;
    return false;
  }

  /** Adds a position once in a step. @returns how many there are */
  #note(positions: Int16Array, count: number, at: number): number {
    if (this.#noted[at] === this.#step) return count;
    this.#noted[at] = this.#step;
    positions[count] = at;
    return count + 1;
  }

  /** The best alignment of the letters, from 0 to 1: runs and beginnings of words count more, gaps less. */
  alignment(): number {
    let [now, before] = this.#rows;
    for (let typed = 0; typed < this.length; typed++) {
      const letter = this.typed[typed];
      let gap = UNREACHABLE;
      for (let at = 0; at < name.length; at++) {
        if (at >= 2) gap = Math.max(gap - 1, (before[at - 2] ?? UNREACHABLE) - GAP_PENALTY);
        let best = UNREACHABLE;
        if (name.letters[at] === letter) {
          const previous =
            typed === 0
              ? 0
              : Math.max(gap, at === 0 ? UNREACHABLE : (before[at - 1] ?? UNREACHABLE) + BONUS_CONSECUTIVE);
          if (previous > UNREACHABLE / 2) best = previous + SCORE_MATCH + (name.starts[at] === 1 ? BONUS_BOUNDARY : 0);
        }
        now[at] = best;
      }
      [now, before] = [before, now];
    }
    let best = 0;
    for (let at = 0; at < name.length; at++) best = Math.max(best, before[at] ?? 0);
    return Math.min(1, best / (this.length * (SCORE_MATCH + BONUS_CONSECUTIVE) - BONUS_CONSECUTIVE + BONUS_BOUNDARY));
  }

  /** Whether the first `length` letters of the name become the typed ones by one insertion, deletion, substitution or transposition. */
  isOneEdit(length: number): boolean {
    const typed = this.typed;
    const letters = name.letters;
    const difference = this.length - length;
    if (difference > 1 || difference < -1) return false;
    let at = 0;
    while (at < length && at < this.length && typed[at] === letters[at]) at++;
    const same = (a: number, b: number): boolean => {
      while (a < this.length && b < length && typed[a] === letters[b]) [a, b] = [a + 1, b + 1];
      return a === this.length && b === length;
    };
    if (difference === 1) return same(at + 1, at);
    if (difference === -1) return same(at, at + 1);
    return (
      same(at + 1, at + 1) || (typed[at] === letters[at + 1] && typed[at + 1] === letters[at] && same(at + 2, at + 2))
    );
  }
}
