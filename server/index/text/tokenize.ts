import { stemmer } from "stemmer";
import { normalizeIdentifier, normalizeProse } from "./normalizeText.ts";

/** Longer runs are encoded data, not names. */
export const MAX_TOKEN_LENGTH = 64;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
const kinds = new Uint8Array(65536);
/** 1 once `kinds` has the class of the UTF-16 unit; classes beyond ASCII are looked up in Unicode's tables on first use. */
const classified = new Uint8Array(65536);
for (let unit = 0; unit < 128; unit++) {
  classified[unit] = 1;
  const char = String.fromCharCode(unit);
  if (/[A-Za-z_$]/.test(char)) kinds[unit] = LETTER;
  else if (/[0-9]/.test(char)) kinds[unit] = DIGIT;
}

function kindOf(unit: number): number {
  if (classified[unit] === 0) {
    classified[unit] = 1;
    const char = String.fromCharCode(unit);
    // Halves of surrogate pairs stay separators: terms are then in the same order as their UTF-8 bytes.
    kinds[unit] = /[\p{L}\p{M}]/u.test(char) ? LETTER : /\p{Nd}/u.test(char) ? DIGIT : SEPARATOR;
  }
  return kinds[unit] ?? SEPARATOR;
}

/**
 * Calls `onToken` for each run of letters, digits, `_` and `$` in `text` (whole identifiers, not yet split or folded), with the
 * offset of its first character.
 */
export function scanTokens(text: string, onToken: (token: string, at: number) => void): void {
  const length = text.length;
  let start = -1;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    const kind = unit < 128 ? kinds[unit] : kindOf(unit);
    if (kind !== SEPARATOR) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      if (index - start <= MAX_TOKEN_LENGTH) onToken(text.slice(start, index), start);
      start = -1;
    }
  }
  if (start >= 0 && length - start <= MAX_TOKEN_LENGTH) onToken(text.slice(start), start);
}

const PART = /\p{Lu}+(?!\p{Ll})\p{M}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+|\p{Lu}|\p{Nd}+/gu;

/**
 * The words of one identifier, as written: `parseHTTPResponse2` → parse, HTTP, Response, 2; `snake_case` → snake, case. Kebab
 * and dotted names arrive here already apart, because `-` and `.` end a token.
 */
export function splitIdentifier(token: string): string[] {
  return token.match(PART) ?? [];
}

/** What one token contributes: the name as a whole and the stems of its words. */
export interface TokenTerms {
  /** The whole identifier in lower case, without outer `_` and `$`; empty for a single letter or digit. */
  readonly fullTerm: string;
  /** Stems of its words; for an unsplit word its own stem. Single letters and digits are left out. */
  readonly stems: readonly string[];
}

const plain = /^[a-z]+$/;

/** Porter (1980) on folded words of plain letters; anything else is left as it is. */
export function stem(folded: string): string {
  return folded.length > 2 && plain.test(folded) ? stemmer(folded) : folded;
}

/** Folds, splits and stems one token. */
export function termsOf(token: string): TokenTerms {
  const bare = normalizeIdentifier(token.replaceAll(/^[_$]+|[_$]+$/g, ""));
  const fullTerm = bare.length > 1 || bare > "\u007f" ? bare : "";
  const stems: string[] = [];
  for (const part of splitIdentifier(token)) {
    if (part.length > 1) stems.push(stem(normalizeProse(part)));
  }
  return { fullTerm, stems };
}

/** The whole names and stems of a text in reading order, for questions and tests; the index counts without such lists. */
export function termsOfText(text: string): TokenTerms[] {
  const tokens: TokenTerms[] = [];
  scanTokens(text, (token) => {
    const terms = termsOf(token);
    if (terms.fullTerm !== "") tokens.push(terms);
  });
  return tokens;
}
