import { hasFoldable } from "../../../index/text/foldable.ts";
import { normalizeProse } from "../../../index/text/normalizeText.ts";
import { eachInnerGram, gramsOfLiteral } from "../../../index/text/textGrams.ts";
import type { RequiredGrams } from "../../../index/segment/textFilters.ts";
import type { PatternToken } from "./patternTokens.ts";
import type { PhraseName } from "./phrases.ts";

const QUANTIFIER = /^(?:[*+?]|\{\d*,?\d*\})$/;
/** An escape of a literal character. */
const ESCAPED = /^\\[^a-zA-Z0-9]$/;
const SPECIAL = /^[.^$|()[\]*+?\\]$/;

/**
 * Grams of every text that a pattern matches, by alternative.
 * @param branches units of each alternative, as `fastPattern` takes them
 * @param names that such a text has, by alternative; null where none are known
 */
export function gramsOfPattern(
  branches: readonly (readonly string[])[],
  names: readonly (readonly PatternToken[])[] | null,
  literals: readonly string[],
): RequiredGrams {
  return {
    grams: branches.map((units) => [...new Set(literalRuns(units).flatMap(gramsOfLiteral))]),
    inner: names
      ? names.map((pieces) => pieces.flatMap(({ literal }) => innerGramsOf(literal)))
      : literals.length > 0
        ? literals.map(innerGramsOf)
        : [[]],
  };
}

/** Grams of every text that has a phrase, as it is written or without accents. */
export function gramsOfPhrase(phrase: string, names: readonly PhraseName[]): RequiredGrams {
  // Only what folds letter by letter: elsewhere a letter may join with its neighbour in the text.
  const isLetterwise = !/[\u0250-\u1fff\u2070-\uffff]/.test(phrase);
  return {
    grams: [isLetterwise ? gramsOfLiteral(hasFoldable(phrase) ? normalizeProse(phrase) : phrase) : []],
    inner: [names.flatMap(({ folded }) => innerGramsOf(folded))],
  };
}

/** Characters that follow each other in every match of an alternative, as far as they are certain. */
function literalRuns(units: readonly string[]): string[] {
  const runs: string[] = [];
  let run = "";
  let depth = 0;
  const end = (): void => {
    if (run !== "") runs.push(run);
    run = "";
  };
  for (const [at, unit] of units.entries()) {
    const next = units[at + 1] ?? "";
    if (unit === "(") {
      // A flag or a name may change what letters mean.
      if (next === "?" && units[at + 2] !== ":") return [];
      depth++;
      end();
    } else if (unit === ")") {
      depth--;
      end();
    } else if (depth > 0) continue;
    else {
      const literal = ESCAPED.test(unit) ? unit.slice(1) : unit.length === 1 && !SPECIAL.test(unit) ? unit : null;
      if (literal === null) end();
      else if (!QUANTIFIER.test(next)) run += literal;
      else {
        // What repeats follows the run once; what may be absent does not follow it.
        if (next === "+") run += literal;
        end();
      }
    }
  }
  end();
  return runs;
}

function innerGramsOf(name: string): number[] {
  const grams: number[] = [];
  eachInnerGram(name, (gram) => grams.push(gram));
  return grams;
}
