/**
 * How well a name fits what was typed, for files, symbols, projects and commands. A score is between 0 (no match) and 1000, comparable
 * between kinds of names: exact names, then prefixes, abbreviations by the beginnings of words, names with one typing mistake, and
 * scattered letters by an alignment with bonuses for beginnings of words and for runs, as in fzf (github.com/junegunn/fzf, algo.go).
 */
import * as NAMES from "./nameLetters.ts";
import { TypedLetters } from "./typedLetters.ts";

// V8 reads an import at each use, and a constant of the module once.
const { nameBuffer: name, readName, findNextStarts, letterMask, nameLetters, CLASS, FOLD, SEPARATOR } = NAMES;

/** Below this number of letters, one letter more or less makes another name. */
const SHORTEST_WITH_TYPO = 5;
/** Fewer letters than this match only at beginnings of words: nearly every name contains two given letters somewhere. */
const SHORTEST_SCATTERED = 3;

/** Scores of the kinds of match. The share of the name that was typed adds up to `COVERAGE_POINTS`. */
export const NAME_SCORES = {
  exact: 990,
  exactCase: 8,
  spelled: 960,
  folderItself: 955,
  prefix: 800,
  everyWord: 755,
  typo: 740,
  wordStart: 680,
  someWords: 640,
  inside: 560,
  typoPrefix: 545,
  scattered: 540,
} as const;
const COVERAGE_POINTS = 60;
/** Factor on a match that needs the folders of a path, although no folder was typed. */
const FOLDER_FACTOR = 0.6;

const SLASH = 47;
const DOT = 46;

/** What was typed for one name, prepared. Spaces, `_` and `-` are optional; a `/` asks for the folders of a path. */
export class TypedName {
  /** Nothing that could match was typed. */
  readonly isEmpty: boolean;
  readonly #typed: TypedLetters;
  readonly #length: number;
  /** As it was typed, for exact names. */
  readonly #literal: Uint8Array;
  /** Scores that are not above it need not be computed: there are enough better names. */
  floor = 0;
  readonly #hasFolder: boolean;
  readonly #mask: number;

  constructor(typed: string) {
    const literal = nameLetters(
      typed
        .trim()
        .replaceAll("\\", "/")
        .replace(/^\.?\//, ""),
    );
    readName(literal, 0, literal.length);
    this.#literal = literal;
    this.#typed = new TypedLetters();
    this.#length = this.#typed.length;
    this.#hasFolder = literal.includes(SLASH);
    this.#mask = letterMask(this.#typed.typed, 0, this.#length);
    this.isEmpty = this.#length === 0;
  }

  /** Whether a name with these letters can match; at most one typed letter may be missing, as a typing mistake. */
  mayMatch(mask: number): boolean {
    const missing = this.#mask & ~mask;
    return missing === 0 || (this.#mayHaveTypo() && (missing & (missing - 1)) === 0);
  }

  /** Whether a name has all typed letters. */
  hasLetters(mask: number): boolean {
    return (this.#mask & ~mask) === 0;
  }

  #mayHaveTypo(): boolean {
    return this.#length >= SHORTEST_WITH_TYPO && this.floor < NAME_SCORES.typo;
  }

  /** The score of a name without folders. @param mask its `letterMask` */
  scoreName(letters: Uint8Array, from: number, to: number, mask: number): number {
    if (this.isEmpty || this.#hasFolder || !this.mayMatch(mask)) return 0;
    return this.#scoreIn(letters, from, to, to, mask);
  }

  /**
   * The score of a path: of its last name, or else of the whole.
   * @param masks of the last name and of the whole path
   */
  scorePath(
    letters: Uint8Array,
    from: number,
    to: number,
    masks: { readonly name: number; readonly path: number },
  ): number {
    if (this.isEmpty || !this.mayMatch(masks.path)) return 0;
    const last = lastIndexOf(letters, SLASH, from, to) + 1;
    const base = Math.max(from, last);
    const dot = lastIndexOf(letters, DOT, base + 1, to);
    const stem = dot < 0 ? to : dot;
    if (this.#hasFolder) return this.#scoreWithFolder(letters, from, to, stem, masks.path);
    const nameScore = this.mayMatch(masks.name) ? this.#scoreIn(letters, base, to, stem, masks.name) : 0;
    if (nameScore > 0 || (this.#mask & ~masks.path) !== 0) return nameScore;
    const folder = this.#scoreFolder(letters, from, base, stem);
    if (folder > 0) return folder;
    if (this.#length < SHORTEST_SCATTERED || this.floor >= FOLDER_FACTOR * (NAME_SCORES.prefix + COVERAGE_POINTS))
      return 0;
    if (!this.#typed.areIn(letters, from, to)) return 0;
    readName(letters, from, to);
    return FOLDER_FACTOR * this.#scoreLetters(this.floor / FOLDER_FACTOR);
  }

  /** A file that represents its folder, such as `index.ts`, has the folder's name too. */
  #scoreFolder(letters: Uint8Array, from: number, base: number, stem: number): number {
    if (base === from) return 0;
    const folder = Math.max(from, lastIndexOf(letters, SLASH, from, base - 1) + 1);
    if (base - 1 - folder < this.#length || FOLD[letters[folder] ?? 0] !== this.#typed.typed[0]) return 0;
    readName(letters, folder, base - 1);
    if (name.length !== this.#length || !this.#typed.isPrefix()) return 0;
    return REPRESENTS_FOLDER.has(ascii(letters, base, stem)) ? NAME_SCORES.folderItself : 0;
  }

  #scoreWithFolder(letters: Uint8Array, from: number, to: number, stem: number, mask: number): number {
    if ((this.#mask & ~mask) !== 0) return 0;
    for (const end of [to, stem]) {
      const start = end - this.#literal.length;
      if (start < from || (start > from && letters[start - 1] !== SLASH)) continue;
      const fit = this.#literalFit(letters, start, end);
      if (fit > 0) return NAME_SCORES.exact + (fit > 1 ? NAME_SCORES.exactCase : 0);
    }
    readName(letters, from, to);
    return this.#scoreLetters(this.floor);
  }

  /** The score of a name whose stem ends at `stem`, before its ending. */
  #scoreIn(letters: Uint8Array, from: number, to: number, stem: number, mask: number): number {
    const literal = this.#literalFit(letters, from, to) || this.#literalFit(letters, from, stem);
    if (literal > 0) return NAME_SCORES.exact + (literal > 1 ? NAME_SCORES.exactCase : 0);
    const first = letters[from] ?? 0;
    const { floor } = this;
    // Only names that begin with the first letter can be better than many that begin with all of them.
    if (
      floor >= NAME_SCORES.everyWord + COVERAGE_POINTS &&
      CLASS[first] !== SEPARATOR &&
      FOLD[first] !== this.#typed.typed[0]
    )
      return 0;
    if ((this.#mask & ~mask) !== 0 && !this.#mayBeginWithTypo(letters, from)) return 0;
    readName(letters, from, stem);
    const stemLength = name.length;
    if (stemLength === this.#length && this.#typed.isPrefix()) return NAME_SCORES.spelled;
    const mayHaveTypo = this.#mayHaveTypo();
    const isWhole = mayHaveTypo && this.#typed.isOneEdit(stemLength);
    const ofStem = (this.#mask & ~mask) === 0 ? this.#scoreLetters(floor) : 0;
    if (ofStem >= NAME_SCORES.typo) return ofStem;
    if (isWhole) return NAME_SCORES.typo;
    if (ofStem >= NAME_SCORES.typoPrefix) return ofStem;
    if (mayHaveTypo && stemLength > this.#length && floor < NAME_SCORES.typoPrefix + COVERAGE_POINTS) {
      for (let length = this.#length - 1; length <= this.#length + 1; length++)
        if (length <= stemLength && this.#typed.isOneEdit(length))
          return NAME_SCORES.typoPrefix + (COVERAGE_POINTS * this.#length) / stemLength;
    }
    if (ofStem > 0 || stem === to) return ofStem;
    // A part of the ending was typed too.
    readName(letters, from, to);
    if (name.length === this.#length && this.#typed.isPrefix()) return NAME_SCORES.spelled;
    if (mayHaveTypo && this.#typed.isOneEdit(name.length)) return NAME_SCORES.typo;
    return (this.#mask & ~mask) === 0 ? this.#scoreLetters(floor) : 0;
  }

  /** A name that is one mistake away has one of the first two typed letters among its own first two. */
  #mayBeginWithTypo(letters: Uint8Array, from: number): boolean {
    const [first, second] = this.#typed.typed;
    for (let at = from; at < from + 2; at++) {
      const letter = FOLD[letters[at] ?? 0] ?? 0;
      if (letter === first || letter === second || CLASS[letter] === SEPARATOR) return true;
    }
    return false;
  }

  /** 0: another text, 1: the same except for case, 2: the same. */
  #literalFit(letters: Uint8Array, from: number, to: number): number {
    const literal = this.#literal;
    if (to - from !== literal.length) return 0;
    let fit = 2;
    for (let at = 0; at < literal.length; at++) {
      const typed = literal[at] ?? 0;
      const present = letters[from + at] ?? 0;
      if (typed === present) continue;
      if (FOLD[typed] !== FOLD[present]) return 0;
      fit = 1;
    }
    return fit;
  }

  /** The score of the name that was read, except for exact names; 0 where it would not be above `floor`. */
  #scoreLetters(floor: number): number {
    if (!this.#typed.isSubsequence()) return 0;
    const covered = (COVERAGE_POINTS * this.#length) / name.length;
    if (this.#typed.isPrefix()) return NAME_SCORES.prefix + covered;
    if (floor >= NAME_SCORES.everyWord + COVERAGE_POINTS) return 0;
    findNextStarts();
    if (this.#typed.beginsWords(true)) return NAME_SCORES.everyWord + covered / 4;
    const run = this.#typed.run();
    if (run === 2) return NAME_SCORES.wordStart + covered;
    if (this.#length === 1 || floor >= NAME_SCORES.someWords + COVERAGE_POINTS) return 0;
    if (this.#typed.beginsWords(false)) return NAME_SCORES.someWords + covered;
    if (this.#length < SHORTEST_SCATTERED || floor >= NAME_SCORES.inside + COVERAGE_POINTS) return 0;
    if (run === 1) return NAME_SCORES.inside + covered;
    if (floor >= NAME_SCORES.scattered) return 0;
    return NAME_SCORES.scattered * this.#typed.alignment() * (0.85 + (0.15 * this.#length) / name.length);
  }
}

/** Names of files that represent their folder. */
const REPRESENTS_FOLDER: ReadonlySet<string> = new Set([
  "index",
  "mod",
  "__init__",
  "__main__",
  "main",
  "lib",
  "package-info",
]);

const ascii = (letters: Uint8Array, from: number, to: number): string =>
  to - from > 12 ? "" : String.fromCharCode(...letters.subarray(from, to));

function lastIndexOf(letters: Uint8Array, code: number, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (letters[at] === code) return at;
  return -1;
}
