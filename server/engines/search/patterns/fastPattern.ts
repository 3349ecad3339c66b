/** Finds the first match of a pattern in ASCII text, many times faster than RE2 in JavaScript. */
export interface FastPattern {
  /** Offset of the first match, -1 when there is none; null when the text is not supported. */
  readonly find: (text: string) => number | null;
}

/** Maximum line length for a pattern with one unbounded repetition: half a million steps in the worst case. */
const MAX_LINE_LENGTH = 1000;
/** Maximum number of paths through a pattern at one offset, without unbounded repetitions. */
const MAX_WAYS = 500;
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PUNCTUATION = /^\\[^a-zA-Z0-9]$/;

/** JavaScript equivalents of RE2 syntax that never match a line break. */
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
 * Rewrites a pattern, given as units (characters, escapes, classes, quantifiers), for JavaScript's own engine, which backtracks.
 * Only patterns whose number of tries is bounded: no repetition of anything that holds a choice, at most one unbounded repetition,
 * few ways in all. Null for every other pattern; those are RE2's alone.
 */
export function fastPattern(units: readonly string[], ignoreCase: boolean): FastPattern | null {
  const translation = new PatternTranslation(units);
  if (!units.every((_, at) => translation.add(at)) || !translation.isBounded) return null;
  let compiled: RegExp;
  try {
    compiled = new RegExp(translation.source, ignoreCase ? "i" : "");
  } catch {
    return null;
  }
  return { find: (text) => (BEYOND_ASCII.test(text) || hasLongLine(text) ? null : text.search(compiled)) };
}

/** The source of a JavaScript pattern, with the number of ways through it. */
class PatternTranslation {
  source = "";
  readonly #units: readonly string[];
  #stretches = 0;
  readonly #open: Group[] = [{ ways: 1, branches: 1, hasChoice: false }];
  /** The group that the unit before closed. */
  #closed: Group | null = null;

  constructor(units: readonly string[]) {
    this.#units = units;
  }

  /** Whether the tries of what was added are bounded, and every group is closed. */
  get isBounded(): boolean {
    const [root] = this.#open;
    return (
      root !== undefined && this.#open.length === 1 && this.#stretches <= 1 && root.ways * root.branches <= MAX_WAYS
    );
  }

  /** Adds the unit at a position. @returns false when the pattern cannot be translated */
  add(at: number): boolean {
    const units = this.#units;
    const unit = units[at] ?? "";
    // A group without a name is like any other; flags and names are not supported.
    if (unit === "?" && units[at - 1] === "(") return units[at + 1] === ":";
    if (unit === ":" && units[at - 1] === "?" && units[at - 2] === "(") return true;
    if (unit === ")") return this.#closeGroup();
    const range = rangeOf(unit);
    if (range) return this.#repeat(unit, units[at - 1] ?? "", range);
    this.#closed = null;
    return unit === "(" ? this.#openGroup() : unit === "|" ? this.#addBranch() : this.#addCharacter(unit);
  }

  get #group(): Group | undefined {
    return this.#open.at(-1);
  }

  #openGroup(): true {
    this.#open.push({ ways: 1, branches: 1, hasChoice: false });
    this.source += "(?:";
    return true;
  }

  #closeGroup(): boolean {
    const closed = this.#open.pop();
    const outer = this.#group;
    if (!closed || !outer) return false;
    outer.ways *= closed.ways * closed.branches;
    closed.hasChoice ||= closed.branches > 1;
    outer.hasChoice ||= closed.hasChoice;
    this.#closed = closed;
    this.source += ")";
    return true;
  }

  #addBranch(): true {
    if (this.#group) this.#group.branches++;
    this.source += "|";
    return true;
  }

  #addCharacter(unit: string): boolean {
    const same = SAME[unit] ?? literalOf(unit) ?? classOf(unit);
    this.source += same ?? "";
    return same !== null;
  }

  /** @param before the unit that is repeated, or the quantifier that a `?` makes lazy */
  #repeat(unit: string, before: string, { minimum, maximum }: Range): boolean {
    this.source += unit;
    if (unit === "?" && rangeOf(before)) return true;
    if (before === "|" || before === "(" || rangeOf(before) || "^$".includes(before)) return false;
    if (this.#closed?.hasChoice && maximum > 1) return false;
    const group = this.#group;
    if (!group) return false;
    if (maximum === Infinity) this.#stretches++;
    else group.ways *= maximum - minimum + 1;
    group.hasChoice ||= maximum !== minimum;
    this.#closed = null;
    return true;
  }
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** How often a quantifier repeats the unit before it; null for anything else. */
function rangeOf(unit: string): Range | null {
  if (unit === "*") return { minimum: 0, maximum: Infinity };
  if (unit === "+") return { minimum: 1, maximum: Infinity };
  if (unit === "?") return { minimum: 0, maximum: 1 };
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(unit);
  if (!counted) return null;
  const minimum = Number(counted[1]);
  if (counted[2] === "") return { minimum, maximum: minimum };
  return { minimum, maximum: counted[3] === "" ? Infinity : Number(counted[3]) };
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
  while (text.length - start > MAX_LINE_LENGTH) {
    const end = text.lastIndexOf("\n", start + MAX_LINE_LENGTH);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}
