/** The alternatives at the top of a pattern, `(a|b)` as a whole included. */
export function branchesOf(pattern: string): string[] {
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

const LINE_BREAK = /^(?:\n|\\n|\\x0a|\\x\{0*a\}|\\0?12|\\Q[^]*\n[^]*)$/i;
const OPTIONAL = /^(?:[?*]|\{(?:0+,?\d*|,\d*)\})$/;

/** Whether every match of a pattern has a line break, so that it matches no line. False where that is not certain. */
export function requiresLineBreak(pattern: string): boolean {
  return branchesOf(pattern).every((branch) => {
    const units = unitsOf(branch);
    // Within a group, another alternative or a quantifier may do without it.
    const isPlain =
      !units.includes("|") && !units.some((unit, at) => unit === ")" && OPTIONAL.test(units[at + 1] ?? ""));
    let depth = 0;
    return units.some((unit, at) => {
      if (unit === "(") depth++;
      else if (unit === ")") depth--;
      return (depth === 0 || isPlain) && LINE_BREAK.test(unit) && !OPTIONAL.test(units[at + 1] ?? "");
    });
  });
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

export function unitsOf(pattern: string): string[] {
  const units: string[] = [];
  eachUnit(pattern, (unit) => {
    units.push(unit);
  });
  return units;
}

/** Calls back for each character, escape (`\.`) or class (`[…]`) of a pattern as one unit. */
export function eachUnit(pattern: string, visit: (unit: string, at: number) => void): void {
  for (const match of pattern.matchAll(
    /\\[pP]\{[^}]*\}|\\[pP].|\\x\{[^}]*\}|\\x[\da-f]{2}|\\[0-7]{1,3}|\\Q[\s\S]*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|[\s\S]/gi,
  ))
    visit(match[0], match.index);
}
