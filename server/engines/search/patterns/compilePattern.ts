import { RE2JS } from "re2js";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import { type FastPattern, fastPattern } from "./fastPattern.ts";
import { type PatternToken, patternTokens } from "./patternTokens.ts";
import { branchesOf, unitsOf } from "./patternUnits.ts";
import { gramsOfPattern } from "./requiredGrams.ts";
import { requiredLiterals } from "./requiredLiterals.ts";

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
