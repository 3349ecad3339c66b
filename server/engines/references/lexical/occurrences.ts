import type { FileLanguage } from "../../../index/text/languages.ts";
import { memoize } from "../../../memoize.ts";
import { type LexicalRules, type StringRule, lexicalRulesOf } from "./lexicalRules.ts";

const PLAIN = 0;
const NAME = 1;
/** May open a comment, a string or a regular expression. */
const SPECIAL = 2;
const BRACE = 3;

const tables = new Map<LexicalRules, Uint8Array>();

function tableOf(rules: LexicalRules): Uint8Array {
  const cached = tables.get(rules);
  if (cached) return cached;
  const table = new Uint8Array(128);
  for (let unit = 0; unit < 128; unit++) if (/[\w$]/.test(String.fromCharCode(unit))) table[unit] = NAME;
  const openers = [...rules.line, ...rules.block.map(([open]) => open), ...rules.strings.map(({ open }) => open)];
  for (const open of openers) {
    const unit = open.charCodeAt(0);
    // `r"` and `R"(` begin with a letter: they are looked for where their quote is.
    if (table[unit] !== NAME) table[unit] = SPECIAL;
  }
  if (rules.strings.length > 0) table['"'.charCodeAt(0)] = SPECIAL;
  if (rules.regex) table["/".charCodeAt(0)] = SPECIAL;
  for (const char of "(){}") table[char.charCodeAt(0)] = BRACE;
  tables.set(rules, table);
  return table;
}

const isNameUnit = (unit: number): boolean =>
  (unit < 128 && /[\w$]/.test(String.fromCharCode(unit))) ||
  (unit >= 128 && /[\p{L}\p{M}\p{Nd}]/u.test(String.fromCharCode(unit)));

/** The identifier at an offset of a text, or the one that ends there; null where there is none. */
export function identifierAt(text: string, offset: number): { readonly name: string; readonly from: number } | null {
  let from = offset;
  while (from > 0 && isNameUnit(text.charCodeAt(from - 1))) from--;
  let to = offset;
  while (to < text.length && isNameUnit(text.charCodeAt(to))) to++;
  const name = text.slice(from, to);
  return name === "" || name.length > 200 || /^\d/.test(name) ? null : { name, from };
}

/** Offsets of an identifier in the code of a text: none in comments and strings, but in the expressions inside of strings. */
export function occurrencesOf(text: string, language: FileLanguage, name: string): number[] {
  if (!text.includes(name)) return [];
  const rules = lexicalRulesOf(language);
  if (!rules) return [];
  const result: number[] = [];
  const first = name.charCodeAt(0);
  new CodeScan(text, rules, language.name === "Python").run((from, to) => {
    if (to - from === name.length && text.charCodeAt(from) === first && text.startsWith(name, from)) result.push(from);
  });
  return result;
}

/** Calls back for each identifier in the code of a text. */
export function eachIdentifier(text: string, language: FileLanguage, visit: (from: number, to: number) => void): void {
  const rules = lexicalRulesOf(language);
  if (rules) new CodeScan(text, rules, language.name === "Python").run(visit);
}

/** What may begin at one character, so that few of a language's rules are compared there. */
interface Openers {
  readonly block: LexicalRules["block"];
  readonly line: LexicalRules["line"];
  /** `lead`: characters before the quote; `isRaw`: they are an `r`, and no end of a name. */
  readonly strings: readonly { readonly rule: StringRule; readonly lead: number; readonly isRaw: boolean }[];
}
const NO_OPENERS: Openers = { block: [], line: [], strings: [] };

const openersOf = memoize((rules: LexicalRules): readonly Openers[] => {
  const strings = rules.strings.map((rule) => {
    const lead = rule.open.search(/["'`]/);
    return { rule, lead, isRaw: lead > 0 && /[rR]/.test(rule.open[0] ?? "") };
  });
  return Array.from({ length: 128 }, (_, unit) => {
    const char = String.fromCharCode(unit);
    return {
      block: rules.block.filter(([open]) => open.startsWith(char)),
      line: rules.line.filter((open) => open.startsWith(char)),
      // Openers without a quote have a lead of -1: they begin after the current character.
      strings: strings.filter(({ rule, lead }) => lead < 0 || rule.open[lead] === char),
    };
  });
});

/** Strings inside of strings, which no program nests further. */
const MAX_DEPTH = 20;

class CodeScan {
  readonly #text: string;
  readonly #rules: LexicalRules;
  readonly #table: Uint8Array;
  readonly #openers: readonly (Openers | undefined)[];
  readonly #isPython: boolean;
  #visit: (from: number, to: number) => void = () => undefined;

  constructor(text: string, rules: LexicalRules, isPython: boolean) {
    this.#text = text;
    this.#rules = rules;
    this.#table = tableOf(rules);
    this.#openers = openersOf(rules);
    this.#isPython = isPython;
  }

  run(visit: (from: number, to: number) => void): void {
    this.#visit = visit;
    this.#code(0, "", 0);
  }

  /** Scans code up to the brace that closes an expression inside of a string. @returns where it ends */
  #code(start: number, close: string, level: number): number {
    const text = this.#text;
    const table = this.#table;
    const { length } = text;
    let depth = 0;
    let at = start;
    while (at < length) {
      const unit = text.charCodeAt(at);
      const kind = unit < 128 ? table[unit] : isNameUnit(unit) ? NAME : PLAIN;
      if (kind === PLAIN) at++;
      else if (kind === NAME) {
        const from = at++;
        for (; at < length; at++) {
          const next = text.charCodeAt(at);
          if (next < 128 ? table[next] !== NAME : !isNameUnit(next)) break;
        }
        this.#visit(from, at);
      } else if (kind === BRACE) {
        if (close !== "") {
          const char = text[at];
          if (char === (close === ")" ? "(" : "{")) depth++;
          else if (char === close && depth-- === 0) return at;
        }
        // Comments of OCaml and Haskell begin with a brace.
        const end = this.#special(at, level);
        at = end > at ? end : at + 1;
      } else {
        const end = this.#special(at, level);
        at = end > at ? end : at + 1;
      }
    }
    return length;
  }

  /** The end of the comment or string that begins at `at`; `at` itself where none does. */
  #special(at: number, level: number): number {
    const text = this.#text;
    const { regex, nests } = this.#rules;
    const { block, line, strings } = this.#openers[text.charCodeAt(at)] ?? NO_OPENERS;
    for (const [open, close] of block) if (text.startsWith(open, at)) return this.#comment(at, open, close, nests);
    for (const open of line) {
      if (!text.startsWith(open, at)) continue;
      const newline = text.indexOf("\n", at);
      return newline < 0 ? text.length : newline;
    }
    for (const { rule, lead, isRaw } of strings) {
      const from = at - lead;
      if (from < 0 || !text.startsWith(rule.open, from)) continue;
      if (isRaw && isNameUnit(text.charCodeAt(from - 1)) && text[from - 1] !== "b") continue;
      return this.#string(from + rule.open.length, this.#formOf(rule, at), level) ?? at + 1;
    }
    return regex && text[at] === "/" && this.#beginsRegex(at) ? this.#regex(at) : at;
  }

  #formOf(rule: StringRule, at: number): StringRule {
    if (!this.#isPython) return rule;
    const prefix = /[a-z]{1,2}$/i.exec(this.#text.slice(Math.max(0, at - 2), at))?.[0] ?? "";
    return /f/i.test(prefix) ? { ...rule, interpolation: "{" } : rule;
  }

  #comment(at: number, open: string, close: string, nests: boolean): number {
    const text = this.#text;
    let depth = 1;
    let from = at + open.length;
    while (depth > 0) {
      const end = text.indexOf(close, from);
      if (end < 0) return text.length;
      const inner = nests ? text.indexOf(open, from) : -1;
      if (inner >= 0 && inner < end) {
        depth++;
        from = inner + open.length;
      } else {
        depth--;
        from = end + close.length;
      }
    }
    return from;
  }

  /** @returns the end of a string; null where what looks like one has no end in its line */
  #string(start: number, { close, escapes, isMultiline, interpolation }: StringRule, level: number): number | null {
    const text = this.#text;
    if (this.#rules.loneQuote && close === "'") {
      const char = /^(?:\\[^\n]{1,10}?|[^\n\\'])'/u.exec(text.slice(start, start + 12));
      return char ? start + char[0].length : null;
    }
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === "\n" && !isMultiline) return null;
      if (interpolation !== "" && level < MAX_DEPTH && text.startsWith(interpolation, at)) {
        const isDoubled = interpolation === "{" && text[at + 1] === "{";
        if (isDoubled) at++;
        else at = this.#code(at + interpolation.length, interpolation.endsWith("(") ? ")" : "}", level + 1);
      } else if (escapes && char === "\\") at++;
      else if (char === close[0] && text.startsWith(close, at)) return at + close.length;
    }
    return text.length;
  }

  /** A slash is a division behind a value. */
  #beginsRegex(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && (this.#text[before] === " " || this.#text[before] === "\t")) before--;
    const char = this.#text[before] ?? "\n";
    if (/[(,=:[!&|?{};+\-*%~^\n]/.test(char)) return this.#text[at + 1] !== " " || char === "(" || char === ",";
    return /\b(?:return|typeof|case|in|of|do|else|when|if|unless|and|or)$/.test(
      this.#text.slice(Math.max(0, before - 8), before + 1),
    );
  }

  #regex(at: number): number {
    let inClass = false;
    for (let end = at + 1; end < this.#text.length; end++) {
      const char = this.#text[end];
      if (char === "\n") return at;
      if (char === "\\") end++;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "/" && !inClass) return end + 1;
    }
    return at;
  }
}
