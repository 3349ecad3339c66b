/**
 * How well a name fits what was typed, for files, symbols, projects and commands. A score is between 0 (no match) and 1000, comparable
 * between kinds of names: exact names, then prefixes, abbreviations by the beginnings of words, names with one typing mistake, and
 * scattered letters by an alignment with bonuses for beginnings of words and for runs, as in fzf (github.com/junegunn/fzf, algo.go).
 * One module on purpose: with its tables and the name buffer imported, matching takes a tenth longer (V8 reads an import at each use).
 */

/** Longer names are cut: a path in Git may have 4096 bytes, and no user types that much. */
const MAX_LETTERS = 512;
/** Typed letters beyond these are ignored. */
const MAX_TYPED = 64;
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

const encoder = new TextEncoder();
const MARKS = /\p{M}+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Without accents, the dotted and the dotless i as one; the case of ASCII letters stays, as it marks beginnings of words. */
export function plainName(name: string): string {
  if (!BEYOND_ASCII.test(name)) return name;
  const plain = name.replaceAll("ı", "i").replaceAll("İ", "I").normalize("NFKD").replaceAll(MARKS, "");
  return BEYOND_ASCII.test(plain) ? plain.replaceAll(/[^\p{ASCII}]+/gu, (part) => part.toLowerCase()) : plain;
}

/** The letters of a name as bytes, as `TypedName` takes them. */
export const nameLetters = (name: string): Uint8Array => encoder.encode(plainName(name));

const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
/** By byte; what is not ASCII counts as a lower case letter. */
const CLASS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 128 || (code >= 97 && code <= 122)) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});
const FOLD = Uint8Array.from({ length: 256 }, (_, code) => (CLASS[code] === UPPER ? code + 32 : code));
const SLASH = 47;
const DOT = 46;

const bitOf = (code: number): number => {
  if (code >= 128) return 1 << 31;
  const kind = CLASS[code];
  if (kind === SEPARATOR) return 0;
  return kind === DIGIT ? 1 << (26 + (code % 5)) : 1 << ((FOLD[code] ?? 97) - 97);
};
const BITS = Int32Array.from({ length: 256 }, (_, code) => bitOf(code));

/** A bit for each letter that occurs: a name that lacks a typed letter is rejected without being read. */
export function letterMask(letters: Uint8Array, from: number, to: number): number {
  let mask = 0;
  for (let at = from; at < to; at++) mask |= BITS[letters[at] ?? 0] ?? 0;
  return mask;
}

/** A name without separators, in lower case, with the beginnings of its words. One name at a time is in it. */
const name = {
  letters: new Uint8Array(MAX_LETTERS),
  starts: new Uint8Array(MAX_LETTERS),
  /** Where the next word begins. */
  nextStart: new Int16Array(MAX_LETTERS + 1),
  length: 0,
};

function readName(letters: Uint8Array, from: number, to: number): void {
  let length = 0;
  let before = SEPARATOR;
  for (let at = from; at < to && length < MAX_LETTERS; at++) {
    const code = letters[at] ?? 0;
    const kind = CLASS[code] ?? SEPARATOR;
    if (kind !== SEPARATOR) {
      const isStart =
        before === SEPARATOR ||
        (kind === UPPER && (before !== UPPER || (at + 1 < to && CLASS[letters[at + 1] ?? 0] === LOWER))) ||
        (kind === DIGIT && before !== DIGIT);
      name.letters[length] = FOLD[code] ?? code;
      name.starts[length] = isStart ? 1 : 0;
      length++;
    }
    before = kind;
  }
  name.length = length;
}

function findNextStarts(): void {
  let next = name.length;
  for (let at = name.length - 1; at >= 0; at--) {
    name.nextStart[at] = next;
    if (name.starts[at] === 1) next = at;
  }
}

/** What was typed for one name, prepared. Spaces, `_` and `-` are optional; a `/` asks for the folders of a path. */
export class TypedName {
  /** Nothing that could match was typed. */
  readonly isEmpty: boolean;
  readonly #typed: Uint8Array;
  readonly #length: number;
  /** As it was typed, for exact names. */
  readonly #literal: Uint8Array;
  /** Scores that are not above it need not be computed: there are enough better names. */
  floor = 0;
  readonly #hasFolder: boolean;
  readonly #mask: number;
  /** Places in the name, for `#beginsWords`, and the step in which each was noted last. */
  readonly #places = [new Int16Array(MAX_LETTERS), new Int16Array(MAX_LETTERS)] as const;
  readonly #noted = new Int32Array(MAX_LETTERS);
  #step = 0;
  readonly #rows = [new Int16Array(MAX_LETTERS), new Int16Array(MAX_LETTERS)] as const;

  constructor(typed: string) {
    const literal = nameLetters(
      typed
        .trim()
        .replaceAll("\\", "/")
        .replace(/^\.?\//, ""),
    );
    readName(literal, 0, literal.length);
    this.#literal = literal;
    this.#typed = name.letters.slice(0, Math.min(name.length, MAX_TYPED));
    this.#length = this.#typed.length;
    this.#hasFolder = literal.includes(SLASH);
    this.#mask = letterMask(this.#typed, 0, this.#length);
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
    if (!this.#areIn(letters, from, to)) return 0;
    readName(letters, from, to);
    return FOLDER_FACTOR * this.#scoreLetters(this.floor / FOLDER_FACTOR);
  }

  /** A file that represents its folder, such as `index.ts`, has the folder's name too. */
  #scoreFolder(letters: Uint8Array, from: number, base: number, stem: number): number {
    if (base === from) return 0;
    const folder = Math.max(from, lastIndexOf(letters, SLASH, from, base - 1) + 1);
    if (base - 1 - folder < this.#length || FOLD[letters[folder] ?? 0] !== this.#typed[0]) return 0;
    readName(letters, folder, base - 1);
    if (name.length !== this.#length || !this.#isPrefix()) return 0;
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
      FOLD[first] !== this.#typed[0]
    )
      return 0;
    if ((this.#mask & ~mask) !== 0 && !this.#mayBeginWithTypo(letters, from)) return 0;
    readName(letters, from, stem);
    const stemLength = name.length;
    if (stemLength === this.#length && this.#isPrefix()) return NAME_SCORES.spelled;
    const mayHaveTypo = this.#mayHaveTypo();
    const isWhole = mayHaveTypo && this.#isOneEdit(stemLength);
    const ofStem = (this.#mask & ~mask) === 0 ? this.#scoreLetters(floor) : 0;
    if (ofStem >= NAME_SCORES.typo) return ofStem;
    if (isWhole) return NAME_SCORES.typo;
    if (ofStem >= NAME_SCORES.typoPrefix) return ofStem;
    if (mayHaveTypo && stemLength > this.#length && floor < NAME_SCORES.typoPrefix + COVERAGE_POINTS) {
      for (let length = this.#length - 1; length <= this.#length + 1; length++)
        if (length <= stemLength && this.#isOneEdit(length))
          return NAME_SCORES.typoPrefix + (COVERAGE_POINTS * this.#length) / stemLength;
    }
    if (ofStem > 0 || stem === to) return ofStem;
    // A part of the ending was typed too.
    readName(letters, from, to);
    if (name.length === this.#length && this.#isPrefix()) return NAME_SCORES.spelled;
    if (mayHaveTypo && this.#isOneEdit(name.length)) return NAME_SCORES.typo;
    return (this.#mask & ~mask) === 0 ? this.#scoreLetters(floor) : 0;
  }

  /** A name that is one mistake away has one of the first two typed letters among its own first two. */
  #mayBeginWithTypo(letters: Uint8Array, from: number): boolean {
    const [first, second] = this.#typed;
    for (let at = from; at < from + 2; at++) {
      const letter = FOLD[letters[at] ?? 0] ?? 0;
      if (letter === first || letter === second || CLASS[letter] === SEPARATOR) return true;
    }
    return false;
  }

  /** Whether the typed letters occur in their order; reads less than `readName`. */
  #areIn(letters: Uint8Array, from: number, to: number): boolean {
    let typed = 0;
    for (let at = from; at < to && typed < this.#length; at++)
      if (FOLD[letters[at] ?? 0] === this.#typed[typed]) typed++;
    return typed === this.#length;
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
    if (!this.#isSubsequence()) return 0;
    const covered = (COVERAGE_POINTS * this.#length) / name.length;
    if (this.#isPrefix()) return NAME_SCORES.prefix + covered;
    if (floor >= NAME_SCORES.everyWord + COVERAGE_POINTS) return 0;
    findNextStarts();
    if (this.#beginsWords(true)) return NAME_SCORES.everyWord + covered / 4;
    const run = this.#run();
    if (run === 2) return NAME_SCORES.wordStart + covered;
    if (this.#length === 1 || floor >= NAME_SCORES.someWords + COVERAGE_POINTS) return 0;
    if (this.#beginsWords(false)) return NAME_SCORES.someWords + covered;
    if (this.#length < SHORTEST_SCATTERED || floor >= NAME_SCORES.inside + COVERAGE_POINTS) return 0;
    if (run === 1) return NAME_SCORES.inside + covered;
    if (floor >= NAME_SCORES.scattered) return 0;
    return NAME_SCORES.scattered * this.#alignment() * (0.85 + (0.15 * this.#length) / name.length);
  }

  #isPrefix(): boolean {
    if (name.length < this.#length) return false;
    for (let at = 0; at < this.#length; at++) if (this.#typed[at] !== name.letters[at]) return false;
    return true;
  }

  #isSubsequence(): boolean {
    let typed = 0;
    for (let at = 0; at < name.length && typed < this.#length; at++)
      if (name.letters[at] === this.#typed[typed]) typed++;
    return typed === this.#length;
  }

  /** All letters in one run: 2 where it begins a word, 1 elsewhere, 0 without one. */
  #run(): number {
    let matches = 0;
    for (let start = 0; start + this.#length <= name.length; start++) {
      if (matches === 1 && name.starts[start] === 0) continue;
      let at = 0;
      while (at < this.#length && name.letters[start + at] === this.#typed[at]) at++;
      if (at < this.#length) continue;
      if (name.starts[start] === 1) return 2;
      matches = 1;
    }
    return matches;
  }

  /**
   * Whether the letters are beginnings of words in their order (`rougr` in RouterGroup).
   * @param every no word may be skipped (`rg`), for names of several words
   */
  #beginsWords(every: boolean): boolean {
    let [now, next] = this.#places;
    const { length } = name;
    let count = 0;
    this.#step++;
    for (let at = 0; at < length; at = every ? length : (name.nextStart[at] ?? length))
      if (name.letters[at] === this.#typed[0]) now[count++] = at;
    for (let typed = 1; typed < this.#length && count > 0; typed++) {
      const letter = this.#typed[typed];
      this.#step++;
      let more = 0;
      let first = length;
      for (let place = 0; place < count; place++) {
        const at = now[place] ?? 0;
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
    for (let place = 0; place < count; place++) if (name.nextStart[now[place] ?? 0] === length) return true;
    return false;
  }

  /** Adds a place once in a step. @returns how many there are */
  #note(places: Int16Array, count: number, at: number): number {
    if (this.#noted[at] === this.#step) return count;
    this.#noted[at] = this.#step;
    places[count] = at;
    return count + 1;
  }

  /** The best alignment of the letters, from 0 to 1: runs and beginnings of words count more, gaps less. */
  #alignment(): number {
    let [now, before] = this.#rows;
    for (let typed = 0; typed < this.#length; typed++) {
      const letter = this.#typed[typed];
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
    return Math.min(1, best / (this.#length * (SCORE_MATCH + BONUS_CONSECUTIVE) - BONUS_CONSECUTIVE + BONUS_BOUNDARY));
  }

  /** Whether the first `length` letters of the name become the typed ones by one insertion, deletion, substitution or transposition. */
  #isOneEdit(length: number): boolean {
    const typed = this.#typed;
    const letters = name.letters;
    const difference = this.#length - length;
    if (difference > 1 || difference < -1) return false;
    let at = 0;
    while (at < length && at < this.#length && typed[at] === letters[at]) at++;
    const same = (a: number, b: number): boolean => {
      while (a < this.#length && b < length && typed[a] === letters[b]) [a, b] = [a + 1, b + 1];
      return a === this.#length && b === length;
    };
    if (difference === 1) return same(at + 1, at);
    if (difference === -1) return same(at, at + 1);
    return (
      same(at + 1, at + 1) || (typed[at] === letters[at + 1] && typed[at + 1] === letters[at] && same(at + 2, at + 2))
    );
  }
}

const UNREACHABLE = -10_000;
const SCORE_MATCH = 16;
const BONUS_BOUNDARY = 8;
const BONUS_CONSECUTIVE = 8;
const GAP_PENALTY = 3;

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
