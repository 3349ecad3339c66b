/** Finds the first match of a pattern in ASCII text, many times faster than RE2 in JavaScript. */
export interface FastPattern {
  /** Offset of the first match, -1 where there is none; null where the text is not fit for it. */
  readonly find: (text: string) => number | null;
}

/** Lines up to this length are safe for a pattern that can stretch once: half a million steps at worst. */
const LONGEST_LINE = 1000;
/** Ways through a pattern at one place, stretches aside. */
const MOST_WAYS = 500;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PUNCTUATION = /^\\[^a-zA-Z0-9]$/;

/** What RE2 and JavaScript mean differently, in JavaScript's words, so that nothing ever reaches into the next line. */
const SAME: Readonly<Record<string, string>> = {
  ".": "[^\\n]",
  "^": "(?<![^\\n])",
  $: "(?![^\\n])",
  "\\d": "\\d",
  "\\w": "\\w",
  "\\s": "[\\t\\f\\r ]",
  "\\D": "[^\\d\\n]",
  "\\W": "[^\\w\\n]",
  "\\S": "[^\\t\\n\\f\\r ]",
  "\\b": "\\b",
  "\\B": "\\B",
  "\\t": "\\t",
};

interface Group {
  /** Ways through what was read of the group so far. */
  ways: number;
  branches: number;
  /** Holds a choice that repeating would multiply. */
  hasChoice: boolean;
}

/**
 * Rewrites a pattern, given as units (characters, escapes, classes, quantifiers), for JavaScript's own engine, which goes back and
 * tries again. Only patterns whose number of tries is bounded: no repetition of anything that holds a choice, at most one stretch
 * without an end, few ways in all. Null for every other pattern; those are RE2's alone.
 */
export function fastPattern(units: readonly string[], ignoreCase: boolean): FastPattern | null {
  let source = "";
  let stretches = 0;
  const open: Group[] = [{ ways: 1, branches: 1, hasChoice: false }];
  let last: Group | null = null;
  for (const [at, unit] of units.entries()) {
    const here = open.at(-1);
    if (!here) return null;
    if (unit === "(") {
      open.push({ ways: 1, branches: 1, hasChoice: false });
      source += "(?:";
      last = null;
      continue;
    }
    if (unit === ")") {
      last = open.pop() ?? null;
      const outer = open.at(-1);
      if (!last || !outer) return null;
      outer.ways *= last.ways * last.branches;
      outer.hasChoice ||= last.hasChoice || last.branches > 1;
      last.hasChoice ||= last.branches > 1;
      source += ")";
      continue;
    }
    if (unit === "|") {
      here.branches++;
      source += "|";
      last = null;
      continue;
    }
    if (unit === "?" && units[at - 1] === "(") {
      // A group of its own is like any other; flags and names are not.
      if (units[at + 1] !== ":") return null;
      continue;
    }
    if (unit === ":" && units[at - 1] === "?" && units[at - 2] === "(") continue;
    const repeat = rangeOf(unit);
    if (repeat) {
      const before = units[at - 1] ?? "";
      const isLazy = unit === "?" && rangeOf(before) !== null;
      source += unit;
      if (isLazy) continue;
      if (at === 0 || before === "|" || before === "(" || rangeOf(before) || "^$".includes(before)) return null;
      const { least, most } = repeat;
      if (last?.hasChoice === true && most > 1) return null;
      if (most === Infinity) stretches++;
      else here.ways *= most - least + 1;
      here.hasChoice ||= most !== least;
      last = null;
      continue;
    }
    last = null;
    const same = SAME[unit] ?? literalOf(unit) ?? classOf(unit);
    if (same === null) return null;
    source += same;
  }
  const [whole] = open;
  if (!whole || open.length !== 1 || stretches > 1 || whole.ways * whole.branches > MOST_WAYS) return null;
  let compiled: RegExp;
  try {
    compiled = new RegExp(source, ignoreCase ? "i" : "");
  } catch {
    return null;
  }
  return { find: (text) => (BEYOND_ASCII.test(text) || hasLongLine(text) ? null : text.search(compiled)) };
}

/** How often a quantifier repeats the unit before it; null for anything else. */
function rangeOf(unit: string): { least: number; most: number } | null {
  if (unit === "*") return { least: 0, most: Infinity };
  if (unit === "+") return { least: 1, most: Infinity };
  if (unit === "?") return { least: 0, most: 1 };
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(unit);
  if (!counted) return null;
  const least = Number(counted[1]);
  if (counted[2] === "") return { least, most: least };
  return { least, most: counted[3] === "" ? Infinity : Number(counted[3]) };
}

function literalOf(unit: string): string | null {
  if (PUNCTUATION.test(unit)) return unit;
  if (unit.length !== 1 || unit < " " || unit > "~" || "{}[]\\".includes(unit)) return null;
  return unit === "/" ? "\\/" : unit;
}

/** A class of plain characters, ranges and `\d \w \s`; one that excludes excludes the end of the line too. */
function classOf(unit: string): string | null {
  const read = /^\[(\^?)((?:\\[dwst]|\\[^a-zA-Z0-9]|[^\\[\]])+)\]$/.exec(unit);
  const inside = read?.[2];
  if (inside === undefined || /[^ -~]/.test(inside)) return null;
  return `[${read?.[1] === "^" ? "^\\n" : ""}${inside.replaceAll("\\s", "\\t\\f\\r ")}]`;
}

function hasLongLine(text: string): boolean {
  let start = 0;
  while (text.length - start > LONGEST_LINE) {
    const end = text.lastIndexOf("\n", start + LONGEST_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}
