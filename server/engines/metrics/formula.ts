/**
 * Formulas over metrics: `+ - * /`, parentheses, numbers, and names in brackets. A parser of bounded depth, and an evaluation in which
 * everything without a value has none.
 */
import { OWN_METRIC_LIMITS } from "../../../contract/insights/ownMetricRules.ts";

export type Formula =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "metric"; readonly name: string }
  | { readonly kind: "negative"; readonly of: Formula }
  | { readonly kind: "of"; readonly sign: "+" | "-" | "*" | "/"; readonly left: Formula; readonly right: Formula };

/** Why a text is no formula, with the place of the mistake, counted from 1. */
export class FormulaError extends Error {
  readonly code: "unexpected" | "end" | "bracket" | "deep";
  readonly at: number;
  readonly actual: string;

  constructor(code: FormulaError["code"], at: number, actual = "") {
    super(`${code} at ${at}`);
    this.code = code;
    this.at = at + 1;
    this.actual = actual;
  }
}

/** @throws FormulaError */
export function parseFormula(text: string): Formula {
  return new FormulaReader(text).read();
}

/** The names of metrics in the order of the text, each once. */
export function metricsOf(formula: Formula): string[] {
  if (formula.kind === "number") return [];
  if (formula.kind === "metric") return [formula.name];
  if (formula.kind === "negative") return metricsOf(formula.of);
  return [...new Set([...metricsOf(formula.left), ...metricsOf(formula.right)])];
}

/** The value of a formula; null where one of its metrics has none, and for a division by zero. */
export function evaluate(formula: Formula, valueOf: (name: string) => number | null): number | null {
  if (formula.kind === "number") return formula.value;
  if (formula.kind === "metric") return valueOf(formula.name);
  if (formula.kind === "negative") {
    const value = evaluate(formula.of, valueOf);
    return value === null ? null : 0 - value;
  }
  const [left, right] = [evaluate(formula.left, valueOf), evaluate(formula.right, valueOf)];
  if (left === null || right === null) return null;
  const value = OPERATIONS[formula.sign](left, right);
  return Number.isFinite(value) ? value : null;
}

const OPERATIONS = {
  "+": (left: number, right: number) => left + right,
  "-": (left: number, right: number) => left - right,
  "*": (left: number, right: number) => left * right,
  "/": (left: number, right: number) => (right === 0 ? NaN : left / right),
} as const;

class FormulaReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Formula {
    const formula = this.#sum(0);
    if (this.#next() !== "") throw this.#unexpected();
    return formula;
  }

  #sum(depth: number): Formula {
    let left = this.#product(depth);
    for (let sign = this.#next(); sign === "+" || sign === "-"; sign = this.#next()) {
      this.#at += 1;
      left = { kind: "of", sign, left, right: this.#product(depth) };
    }
    return left;
  }

  #product(depth: number): Formula {
    let left = this.#operand(depth);
    for (let sign = this.#next(); sign === "*" || sign === "/"; sign = this.#next()) {
      this.#at += 1;
      left = { kind: "of", sign, left, right: this.#operand(depth) };
    }
    return left;
  }

  #operand(depth: number): Formula {
    const sign = this.#next();
    if (depth > OWN_METRIC_LIMITS.formulaDepth) throw new FormulaError("deep", this.#at);
    if (sign === "-") {
      this.#at += 1;
      return { kind: "negative", of: this.#operand(depth + 1) };
    }
    if (sign === "(") {
      this.#at += 1;
      const inside = this.#sum(depth + 1);
      if (this.#next() !== ")") throw this.#unexpected();
      this.#at += 1;
      return inside;
    }
    return sign === "[" ? this.#metric() : this.#number();
  }

  #metric(): Formula {
    const end = this.#text.indexOf("]", this.#at);
    const name = this.#text.slice(this.#at + 1, end).trim();
    if (end < 0 || name === "" || name.includes("[")) throw new FormulaError("bracket", this.#at);
    this.#at = end + 1;
    return { kind: "metric", name };
  }

  #number(): Formula {
    const digits = /^\d{1,15}(?:\.\d{1,15})?/.exec(this.#text.slice(this.#at))?.[0];
    if (digits === undefined) throw this.#unexpected();
    this.#at += digits.length;
    return { kind: "number", value: Number(digits) };
  }

  /** The next sign after white space; empty at the end. */
  #next(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #unexpected(): FormulaError {
    const character = String.fromCodePoint(...[this.#text.codePointAt(this.#at)].filter((code) => code !== undefined));
    return character === "" ? new FormulaError("end", this.#at) : new FormulaError("unexpected", this.#at, character);
  }
}
