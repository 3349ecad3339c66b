import { branchesOf, eachUnit } from "./patternUnits.ts";

/** Literals shorter than this occur everywhere. */
export const MIN_LITERAL_LENGTH = 3;

/**
 * Texts of which any match must hold one: the longest sure literal of the pattern, or of each of its alternatives. Whatever is not
 * plainly a literal ends one; nothing inside a group is counted on but its alternatives when the group is the whole pattern.
 */
export function requiredLiterals(pattern: string): string[] {
  const literals = branchesOf(pattern).map(longestLiteral);
  return literals.every((literal) => literal.length >= MIN_LITERAL_LENGTH) ? literals : [];
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
