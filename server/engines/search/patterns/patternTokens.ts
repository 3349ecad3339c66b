import { normalizeIdentifier } from "../../../index/text/normalizeText.ts";
import { MAX_TOKEN_LENGTH } from "../../../index/text/tokenize.ts";

/** A part of a pattern whose every match is within one name of the text. */
export interface PatternToken {
  /** Folded letters that such a name has in a row. */
  readonly literal: string;
  /** What the folded name must match in addition; null when the literal suffices. */
  readonly test: RegExp | null;
}

/** A unit of a pattern that matches characters of a name, with its quantifier. */
interface Item {
  source: string;
  /** The folded character when the unit is a single one without a quantifier. */
  letter: string | null;
  /** At least one character, and letters and digits alone: `_` and `$` at the ends of a name are not in the index. */
  isInner: boolean;
}

/** Shorter sequences of letters occur in too many names. */
const MIN_LITERAL_LENGTH = 3;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;
const OPTIONAL = /^(?:[*?]|\{0+(?:,\d*)?\})$/;
const LETTER = /^[\p{L}\p{M}\p{Nd}]$/u;
const WORD_CLASS = /^\[(?:\\[wd]|[a-zA-Z0-9_])(?:\\[wd]|[a-zA-Z0-9_]|-(?=[a-zA-Z0-9]))*\]$/;

/**
 * The names that a text must have for a pattern to match: for each of the pattern's alternatives, pieces that must all be there
 * (`close\w*Connection` is one piece, `retry.{0,20}timeout` has two). Null where an alternative has none or the pattern says something
 * that is not read here; every candidate must then be found otherwise. `branches` are units as `fastPattern` takes them.
 */
export function patternTokens(branches: readonly (readonly string[])[]): readonly (readonly PatternToken[])[] | null {
  const result: PatternToken[][] = [];
  for (const units of branches) {
    const pieces = tokensOf(units);
    if (pieces.length === 0) return null;
    result.push(pieces);
  }
  return result;
}

function tokensOf(units: readonly string[]): PatternToken[] {
  const pieces: PatternToken[] = [];
  let items: Item[] = [];
  const end = (): void => {
    const piece = tokenOf(items);
    if (piece) pieces.push(piece);
    items = [];
  };
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? "";
    let item: Item | null;
    if (unit === "(") {
      const close = endOfGroup(units, at);
      // A flag changes what letters mean, from there to the end.
      if (units[at + 1] === "?" && units[at + 2] !== ":") return [];
      item = groupOf(units.slice(at + 1, close));
      at = close;
    } else if (QUANTIFIER.test(unit)) {
      const last = items.at(-1);
      if (last) {
        last.source += unit;
        last.letter = null;
        if (OPTIONAL.test(unit)) last.isInner = false;
      }
      continue;
    } else item = itemOf(unit);
    if (item) items.push(item);
    else {
      end();
      // A repetition of a unit that ended a piece is skipped with it.
      while (QUANTIFIER.test(units[at + 1] ?? "")) at++;
    }
  }
  end();
  return pieces;
}

/** One unit as a part of a name; null where it can match anything else. */
function itemOf(unit: string): Item | null {
  if (LETTER.test(unit)) return { source: normalizeIdentifier(unit), letter: normalizeIdentifier(unit), isInner: true };
  if (unit === "_" || unit === "\\_" || unit === "\\$") {
    const letter = unit.at(-1) ?? "";
    return { source: letter === "$" ? "\\$" : "_", letter, isInner: false };
  }
  if (unit === "\\d") return { source: "\\d", letter: null, isInner: false };
  if (unit === "\\w" || WORD_CLASS.test(unit)) return { source: unit, letter: null, isInner: false };
  return null;
}

/** A group whose alternatives are letters and digits alone, or empty. */
function groupOf(units: readonly string[]): Item | null {
  const inside = units[0] === "?" ? units.slice(2) : units;
  if (inside.length === 0 || !inside.every((unit) => unit === "|" || LETTER.test(unit))) return null;
  const alternatives = inside.join("").split("|");
  return {
    source: `(?:${normalizeIdentifier(alternatives.join("|"))})`,
    letter: null,
    isInner: !alternatives.includes(""),
  };
}

function endOfGroup(units: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < units.length; at++) {
    if (units[at] === "(") depth++;
    else if (units[at] === ")" && --depth === 0) return at;
  }
  return units.length;
}

function tokenOf(items: readonly Item[]): PatternToken | null {
  let from = 0;
  let to = items.length;
  // A character that may be `_`, `$` or absent does not delimit a name.
  while (from < to && !(items[from]?.isInner ?? false)) from++;
  while (to > from && !(items[to - 1]?.isInner ?? false)) to--;
  let literal = "";
  let run = "";
  for (const { letter } of items.slice(from, to)) {
    run = letter === null ? "" : run + letter;
    if (run.length > literal.length) literal = run;
  }
  if (literal.length < MIN_LITERAL_LENGTH || literal.length > MAX_TOKEN_LENGTH) return null;
  const distinctive = items.slice(from, to);
  if (distinctive.every(({ letter }) => letter !== null)) return { literal, test: null };
  return { literal, test: new RegExp(distinctive.map(({ source }) => source).join(""), "iu") };
}
