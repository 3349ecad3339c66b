import { RE2JS } from "re2js";
import { normalizeIdentifier } from "../../../index/text/normalizeText.ts";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import type { SegmentReader } from "../../../index/segment/segment.ts";
import type { MultiSegmentReader } from "../../../index/segment/MultiSegmentReader.ts";
import { MAX_TOKEN_LENGTH, scanTokens } from "../../../index/text/tokenize.ts";
import { checkpoint } from "../../checkpoint.ts";
import { type FastPattern, fastPattern } from "./fastPattern.ts";
import { type PatternToken, patternTokens } from "./patternTokens.ts";
import { gramsOfPattern } from "./requiredGrams.ts";

/** A regular expression of a query, ready to be looked for. It matches within one line, as in every tool that searches code. */
export interface Pattern {
  /** The first match in a line from `from` on; null where there is none. */
  readonly find: (line: string, from?: number) => { from: number; to: number } | null;
  /** Literals as in the pattern, of which every match contains at least one; empty when none is certain. */
  readonly literals: readonly string[];
  /** Names that a text must have, by alternative; null where nothing is sure. */
  readonly names: readonly (readonly PatternToken[])[] | null;
  /** Grams that a text must have. */
  readonly required: RequiredGrams;
  readonly ignoreCase: boolean;
  /** Finds the line to look at; null where the pattern could take too long that way. */
  readonly fast: FastPattern | null;
}

const MAX_PATTERN_LENGTH = 300;

/**
 * Compiles by RE2's rules (linear time, no back references). Small letters alone match any case. A mistake comes back as RE2's own
 * sentence about it.
 * @param isExact small letters match small letters alone
 */
export function compilePattern(
  pattern: string,
  ignoreCase: boolean,
  isExact = false,
): Pattern | { readonly problem: string } {
  if (pattern.length > MAX_PATTERN_LENGTH) return { problem: `longer than ${MAX_PATTERN_LENGTH} characters` };
  // Escapes such as \S and \P are no capitals.
  const isFolded = !isExact && (ignoreCase || !/\p{Lu}/u.test(pattern.replaceAll(/\\p\{\w+\}|\\./giu, "")));
  try {
    const compiled = RE2JS.compile(pattern, isFolded ? RE2JS.CASE_INSENSITIVE : 0);
    const branches = branchesOf(pattern).map(unitsOf);
    const names = patternTokens(branches);
    const literals = requiredLiterals(pattern);
    return {
      ignoreCase: isFolded,
      literals,
      names,
      required: gramsOfPattern(branches, names, literals),
      fast: fastPattern(unitsOf(pattern), isFolded),
      find: (line, from = 0) => {
        const matcher = compiled.matcher(line);
        if (!(from === 0 ? matcher.find() : matcher.find(from))) return null;
        return { from: matcher.start(), to: matcher.end() };
      },
    };
  } catch (error) {
    return {
      problem: error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "cannot be read",
    };
  }
}

/** Literals shorter than this occur everywhere. */
const MIN_LITERAL_LENGTH = 3;

/**
 * Texts of which any match must hold one: the longest sure literal of the pattern, or of each of its alternatives. Whatever is not
 * plainly a literal ends one; nothing inside a group is counted on but its alternatives when the group is the whole pattern.
 */
export function requiredLiterals(pattern: string): string[] {
  const found = branchesOf(pattern).map(longestLiteral);
  return found.every((literal) => literal.length >= MIN_LITERAL_LENGTH) ? found : [];
}

/** The alternatives at the top of a pattern, `(a|b)` as a whole included. */
function branchesOf(pattern: string): string[] {
  const inner = /^\((?:\?:|(?!\?))(.*)\)$/s.exec(pattern)?.[1];
  const body = inner !== undefined && isBalanced(inner) ? inner : pattern;
  const branches: string[] = [];
  let depth = 0;
  let start = 0;
  eachUnit(body, (unit, at) => {
    if (unit === "(") depth++;
    else if (unit === ")") depth--;
    else if (unit === "|" && depth === 0) {
      branches.push(body.slice(start, at));
      start = at + 1;
    }
  });
  return [...branches, body.slice(start)];
}

function isBalanced(pattern: string): boolean {
  let depth = 0;
  let isSound = true;
  eachUnit(pattern, (unit) => {
    if (unit === "(") depth++;
    else if (unit === ")" && --depth < 0) isSound = false;
  });
  return isSound && depth === 0;
}

function unitsOf(pattern: string): string[] {
  const units: string[] = [];
  eachUnit(pattern, (unit) => {
    units.push(unit);
  });
  return units;
}

/** Calls back for each character, escape (`\.`) or class (`[…]`) of a pattern as one unit. */
function eachUnit(pattern: string, visit: (unit: string, at: number) => void): void {
  for (const match of pattern.matchAll(
    /\\[pP]\{[^}]*\}|\\[pP].|\\x\{[^}]*\}|\\x[\da-f]{2}|\\[0-7]{1,3}|\\Q[\s\S]*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|[\s\S]/gi,
  ))
    visit(match[0], match.index);
}

function longestLiteral(branch: string): string {
  let best = "";
  let run = "";
  let depth = 0;
  const end = (): void => {
    if (run.length > best.length) best = run;
    run = "";
  };
  eachUnit(branch, (unit) => {
    if (unit === "(" || unit === ")") {
      depth += unit === "(" ? 1 : -1;
      end();
    } else if (depth > 0) {
      return;
    } else if (unit === "?" || unit === "*" || unit.startsWith("{")) {
      // The previous unit is optional, so it is not part of a literal that every match contains.
      run = run.slice(0, -1);
      end();
    } else if (unit === "+") end();
    else if (/^\\[^a-zA-Z0-9]$/.test(unit)) run += unit.slice(1);
    else if (unit.length === 1 && !/[.^$|]/.test(unit)) run += unit;
    else end();
  });
  end();
  // A group that may be absent makes everything inside it unsure, which was skipped already; flags change what letters mean.
  return /\(\?[a-z]*[ix]/i.test(branch) && !branch.startsWith("(?:") ? "" : best;
}

/**
 * Documents that can contain one of the literals, one mark per document: those with a term that contains a piece of the literal. Null when
 * the index keeps no part of the literals.
 */
function documentsWithLiterals(group: MultiSegmentReader, literals: readonly string[]): Uint8Array[] | null {
  const pieces = literals.map((literal) => {
    let longest = "";
    scanTokens(literal, (token) => {
      const bare = normalizeIdentifier(token.replaceAll(/^[_$]+|[_$]+$/g, ""));
      if (bare.length > longest.length) longest = bare;
    });
    return longest;
  });
  if (
    pieces.length === 0 ||
    pieces.some((piece) => piece.length < MIN_LITERAL_LENGTH || piece.length > MAX_TOKEN_LENGTH)
  )
    return null;
  return group.members.map(({ segment }) => {
    const marks = new Uint8Array(segment.documents);
    for (const literal of pieces) markContaining(segment, { literal, test: null }, marks);
    return marks;
  });
}

/**
 * Documents in which a pattern can match, one mark per document: those that have names for all pieces of one of its alternatives. Null
 * when the pattern requires no names.
 */
export function documentsForPattern(group: MultiSegmentReader, { names, literals }: Pattern): Uint8Array[] | null {
  if (!names) return documentsWithLiterals(group, literals);
  return group.members.map(({ segment }) => {
    const marks = new Uint8Array(segment.documents);
    for (const pieces of names) {
      const all = new Uint8Array(segment.documents).fill(1);
      for (const piece of pieces) {
        const has = new Uint8Array(segment.documents);
        markContaining(segment, piece, has);
        for (let document = 0; document < all.length; document++)
          all[document] = (all[document] ?? 0) & (has[document] ?? 0);
      }
      for (let document = 0; document < all.length; document++)
        marks[document] = (marks[document] ?? 0) | (all[document] ?? 0);
    }
    return marks;
  });
}

function markContaining(segment: SegmentReader, { literal: piece, test }: PatternToken, marks: Uint8Array): void {
  const wanted = Buffer.from(piece);
  const { termBytes, termOffsets } = segment;
  let number = 0;
  for (let at = termBytes.indexOf(wanted); at >= 0; at = termBytes.indexOf(wanted, at + 1)) {
    number = segment.termAt(at, number);
    const end = termOffsets[number + 1] ?? 0;
    if (at + wanted.length > end) continue;
    at = end - 1;
    if (test && !test.test(segment.term(number))) continue;
    segment.eachDocument(number, (document) => {
      marks[document] = 1;
    });
  }
}

/** True where the pattern matches a line of the text. */
export function hasMatch(text: string, pattern: Pattern): boolean {
  const found = pattern.fast?.find(text) ?? null;
  return found === null ? firstMatch(text, pattern) !== null : found >= 0;
}

/** The first line of a text that the pattern matches: its number (1-based), its text, and every match in it. */
export function firstMatch(
  text: string,
  pattern: Pattern,
): { line: number; text: string; matches: { from: number; to: number }[] } | null {
  const found = pattern.fast?.find(text) ?? null;
  if (found !== null) {
    if (found < 0) return null;
    const start = found === 0 ? 0 : text.lastIndexOf("\n", found - 1) + 1;
    const newline = text.indexOf("\n", found);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    const first = pattern.find(line);
    if (first) return { line: lineAt(text, start), text: line, matches: allMatches(line, pattern, first) };
  }
  let number = 1;
  const folded = pattern.literals.map((literal) => (pattern.ignoreCase ? literal.toLowerCase() : literal));
  const where = pattern.ignoreCase && folded.length > 0 ? text.toLowerCase() : text;
  // Lower case changes the length of a few letters; offsets are then not to be trusted.
  const jumps = folded.length > 0 && where.length === text.length;
  let counted = 0;
  let lines = 0;
  for (let start = 0; start <= text.length;) {
    if (jumps) {
      const places = folded.map((literal) => where.indexOf(literal, start)).filter((at) => at >= 0);
      if (places.length === 0) return null;
      const next = places.reduce((first, at) => Math.min(first, at));
      start = next === 0 ? 0 : text.lastIndexOf("\n", next - 1) + 1;
    }
    if ((++lines & 255) === 0) checkpoint();
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH));
    const first = pattern.find(line);
    if (first) {
      for (let at = text.indexOf("\n", counted); at >= 0 && at < start; at = text.indexOf("\n", at + 1)) number++;
      return { line: number, text: line, matches: allMatches(line, pattern, first) };
    }
    start = end + 1;
    if (!jumps) {
      number++;
      counted = start;
    }
  }
  return null;
}

/** The number (1-based) of the line that begins at `offset`. */
function lineAt(text: string, offset: number): number {
  let number = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) number++;
  return number;
}

const MAX_LINE_LENGTH = 4000;
const MAX_MATCHES = 50;

export function allMatches(
  line: string,
  pattern: Pattern,
  first: { from: number; to: number },
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let match: typeof first | null = first; match && found.length < MAX_MATCHES;) {
    if (match.to > match.from) found.push(match);
    const next: number = match.to > match.from ? match.to : match.to + 1;
    match = next > line.length ? null : pattern.find(line, next);
  }
  return found;
}
