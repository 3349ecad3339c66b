/** How well a title (a sentence, as of an issue, a page or a command) fits what was typed: by whole words and their beginnings. */
import { plainName } from "./nameLetters.ts";

/** Scores of the kinds of match, comparable with `NAME_SCORES`; the share of the title that was typed adds up to `covered`. */
export const TITLE_SCORES = { exact: 990, beginning: 850, phrase: 720, words: 600, covered: 60 } as const;

const isWordLetter = (code: number): boolean =>
  code >= 128 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

const encoder = new TextEncoder();
const plain = (text: string): string => plainName(text).toLowerCase().trim().replaceAll(/\s+/g, " ");

/** What was typed for a title. No word may be inside another one: `art` is in no title with `start` alone. */
export class TypedTitle {
  readonly #phrase: Uint8Array;
  readonly #words: readonly Uint8Array[];

  constructor(typed: string) {
    const text = plain(typed);
    this.#phrase = encoder.encode(text);
    this.#words = text
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((word) => encoder.encode(word));
  }

  /** @param letters of `nameLetters`; 0 for no match, at most 1000 */
  score(letters: Uint8Array, from: number, to: number): number {
    const [first] = this.#words;
    if (!first) return 0;
    for (const word of this.#words) if (find(letters, from, to, word) < 0) return 0;
    const covered = (TITLE_SCORES.covered * Math.min(this.#phrase.length, to - from)) / Math.max(1, to - from);
    const at = find(letters, from, to, this.#phrase);
    if (at === from) return this.#phrase.length === to - from ? TITLE_SCORES.exact : TITLE_SCORES.beginning + covered;
    return (at >= 0 ? TITLE_SCORES.phrase : TITLE_SCORES.words) + covered;
  }
}

/** Where a text occurs at the beginning of a word, in any case; -1: nowhere. */
function find(letters: Uint8Array, from: number, to: number, target: Uint8Array): number {
  const first = target[0] ?? 0;
  const last = to - target.length;
  for (let start = from; start <= last; start++) {
    if (fold(letters[start] ?? 0) !== first) continue;
    if (start > from && isWordLetter(letters[start - 1] ?? 0)) continue;
    let at = 1;
    while (at < target.length && fold(letters[start + at] ?? 0) === target[at]) at++;
    if (at === target.length) return start;
  }
  return -1;
}
