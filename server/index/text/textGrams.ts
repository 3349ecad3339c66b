/**
 * Grams of a text, as 32-bit hashes: which names are next to each other, by the last characters of the left one, the punctuation between, and
 * the first characters of the right one. Three characters tell more, two are known also where a phrase begins or ends with a short word. A
 * text that contains a phrase has every gram of the phrase.
 *
 * A name is a run of ASCII letters, digits and `_`. White space and characters beyond ASCII between two names are left out, so the same text
 * in another layout has the same grams.
 */

/** Distinguish the kinds of grams. */
const NEIGHBOURS = 0x1b873593;
const SHORT_NEIGHBOURS = 0x38b34ae5;
const BEHIND_NAME = 0x2545f491;
const BEFORE_NAME = 0x5bd1e995;
const INSIDE_NAME = 0x7feb352d;

const OTHER = 0;
const SPACE = 1;
const PUNCTUATION = 2;
const kinds = new Uint8Array(128).fill(PUNCTUATION);
/** Lower case of the characters of names; 0 for all others. */
const folded = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const char = String.fromCharCode(unit);
  if (/\w/.test(char)) {
    kinds[unit] = OTHER;
    folded[unit] = char.toLowerCase().charCodeAt(0);
  } else if (/\s/.test(char)) kinds[unit] = SPACE;
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const THREE = 0xffffff;
const TWO = 0xffff;
/** The last characters are not known. */
const UNKNOWN = -1;

/** Calls back for each gram of a whole text; the same one may come several times. */
export function eachGram(text: string, visit: (gram: number) => void): void {
  scan(text, true, visit);
}

/** The grams of every text that contains `literal`, which may begin and end inside a name. Upper and lower case are one. */
export function gramsOfLiteral(literal: string): number[] {
  const grams = new Set<number>();
  scan(literal, false, (gram) => grams.add(gram));
  return [...grams];
}

/** @param isWhole the first name begins and the last one ends where the text does */
function scan(text: string, isWhole: boolean, visit: (gram: number) => void): void {
  /** The last three and two characters of the name before the gap, or all of a shorter one. */
  let left = UNKNOWN;
  let leftTwo = UNKNOWN;
  let gap = 0;
  let lastPunctuation = 0;
  /** The gap of a literal has characters beyond ASCII, which a text may have in another form. */
  let isGapUnsure = false;
  /** Characters of the current name, 0 outside of one. */
  let size = 0;
  let head = 0;
  let tail = 0;
  let startsHere = false;
  /** The first two characters of the right name are known, or all of a shorter one. */
  const beginTwo = (): void => {
    if (leftTwo !== UNKNOWN && !isGapUnsure) visit(mix(mix(mix(SHORT_NEIGHBOURS, leftTwo), gap), head) >>> 0);
  };
  const beginThree = (): void => {
    if (isGapUnsure) return;
    if (left !== UNKNOWN) visit(mix(mix(mix(NEIGHBOURS, left), gap), head) >>> 0);
    if (lastPunctuation !== 0) visit(mix(mix(BEFORE_NAME, lastPunctuation), head) >>> 0);
  };
  const endName = (): void => {
    if (size < 2) beginTwo();
    if (size < 3) beginThree();
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? kinds[unit] : SPACE;
    if (kind === OTHER) {
      const letter = folded[unit] ?? 0;
      if (size === 0) {
        head = 0;
        tail = 0;
        startsHere = at > 0 || isWhole;
      }
      size++;
      tail = ((tail << 8) | letter) & THREE;
      if (size <= 3) head = (head << 8) | letter;
      if (size === 2) beginTwo();
      else if (size === 3) beginThree();
      continue;
    }
    if (size > 0) {
      endName();
      left = size >= 3 || startsHere ? tail : UNKNOWN;
      leftTwo = size >= 2 || startsHere ? tail & TWO : UNKNOWN;
      size = 0;
      gap = 0;
      lastPunctuation = 0;
      isGapUnsure = false;
    }
    if (unit > 127) isGapUnsure = !isWhole;
    if (kind !== PUNCTUATION) continue;
    if (lastPunctuation === 0 && left !== UNKNOWN && !isGapUnsure) visit(mix(mix(BEHIND_NAME, left), unit) >>> 0);
    gap = mix(gap, unit);
    lastPunctuation = unit;
  }
  if (size > 0 && isWhole) endName();
}

/** Calls back for each three characters in a row of a name, `$` included. For texts of which the index does not count all names. */
export function eachInnerGram(text: string, visit: (gram: number) => void): void {
  let size = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const letter = unit === DOLLAR ? DOLLAR : unit < 128 ? (folded[unit] ?? 0) : 0;
    if (letter === 0) {
      size = 0;
      continue;
    }
    last = ((last << 8) | letter) & THREE;
    if (++size >= 3) visit(mix(INSIDE_NAME, last) >>> 0);
  }
}

const DOLLAR = "$".charCodeAt(0);
