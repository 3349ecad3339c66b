/**
 * Filters and paths of SCIM (RFC 7644, sections 3.4.2.2 and 3.5.2), parsed within bounds of length, depth and number of expressions.
 * Names of attributes are read in lower case.
 */
import { message } from "../../messages/messages.ts";
import { ScimError } from "./ScimError.ts";

export interface AttributePath {
  /** The schema that the path begins with; null without one. */
  readonly urn: string | null;
  /** "" where the path is a whole schema. */
  readonly attribute: string;
  readonly sub: string | null;
}

export const COMPARISONS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Comparison = (typeof COMPARISONS)[number];
export type FilterValue = string | number | boolean | null;

export type Filter =
  | { readonly op: "and" | "or"; readonly parts: readonly Filter[] }
  | { readonly op: "not"; readonly part: Filter }
  | { readonly op: "has"; readonly path: AttributePath; readonly part: Filter }
  | { readonly op: "pr"; readonly path: AttributePath }
  | { readonly op: Comparison; readonly path: AttributePath; readonly value: FilterValue };

/** The target of an operation of PATCH: an attribute, those of its values that a filter selects, and a part of them. */
export interface PatchPath {
  readonly path: AttributePath;
  readonly filter: Filter | null;
  readonly sub: string | null;
}

const MAX_LENGTH = 4000;
const MAX_DEPTH = 16;
const MAX_EXPRESSIONS = 64;

const PATH = /(urn:[\w.:-]*:)?([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?/iy;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"/iy;
const NUMBER = /-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?/iy;
const WORD = /[a-z]+/iy;
const SPACE = / */y;

class Parser {
  readonly #text: string;
  readonly #error: "invalidFilter" | "invalidPath";
  #at = 0;
  #expressions = 0;

  constructor(text: string, error: "invalidFilter" | "invalidPath") {
    this.#text = text;
    this.#error = error;
    if (text.length > MAX_LENGTH) throw this.fail();
  }

  fail(): ScimError {
    const shown = this.#text.slice(this.#at, this.#at + 40);
    const text = message(this.#error === "invalidFilter" ? "directory.filter_wrong" : "directory.path_wrong", {
      shown,
    });
    return new ScimError(400, this.#error, text);
  }

  get isAtEnd(): boolean {
    this.take(SPACE);
    return this.#at === this.#text.length;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  takeCharacter(character: string): boolean {
    this.take(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  require(character: string): void {
    if (!this.takeCharacter(character)) throw this.fail();
  }

  /** A word of the grammar in lower case, if it is the next; the place stays otherwise. */
  takeWord(words: readonly string[]): string | undefined {
    this.take(SPACE);
    const start = this.#at;
    const word = this.take(WORD)?.[0].toLowerCase();
    if (word !== undefined && words.includes(word)) return word;
    this.#at = start;
    return undefined;
  }

  path(): AttributePath {
    this.take(SPACE);
    const path = this.take(PATH);
    if (!path) throw this.fail();
    const [, urn, attribute = "", sub] = path;
    return {
      urn: urn === undefined ? null : urn.slice(0, -1).toLowerCase(),
      attribute: attribute.toLowerCase(),
      sub: sub?.toLowerCase() ?? null,
    };
  }

  or(depth: number): Filter {
    return this.list("or", () => this.list("and", () => this.term(depth)));
  }

  list(op: "and" | "or", part: () => Filter): Filter {
    const first = part();
    const parts = [first];
    while (this.takeWord([op]) !== undefined) parts.push(part());
    return parts.length === 1 ? first : { op, parts };
  }

  term(depth: number): Filter {
    if (depth > MAX_DEPTH || ++this.#expressions > MAX_EXPRESSIONS) throw this.fail();
    const start = this.#at;
    if (this.takeWord(["not"]) !== undefined) {
      if (this.takeCharacter("(")) return { op: "not", part: this.rest(depth, ")") };
      this.#at = start;
    }
    if (this.takeCharacter("(")) return this.rest(depth, ")");
    const path = this.path();
    if (this.takeCharacter("[")) return { op: "has", path, part: this.rest(depth, "]") };
    const op = this.takeWord(["pr", ...COMPARISONS]);
    if (op === "pr") return { op, path };
    const comparison = COMPARISONS.find((name) => name === op);
    if (comparison === undefined) throw this.fail();
    return { op: comparison, path, value: this.value() };
  }

  rest(depth: number, close: string): Filter {
    const inner = this.or(depth + 1);
    this.require(close);
    return inner;
  }

  value(): FilterValue {
    this.take(SPACE);
    const text = this.take(STRING)?.[0] ?? this.take(NUMBER)?.[0];
    if (text !== undefined) return JSON.parse(text) as string | number;
    const word = this.takeWord(["true", "false", "null"]);
    if (word === undefined) throw this.fail();
    return word === "null" ? null : word === "true";
  }
}

/** @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, "invalidFilter");
  const filter = parser.or(0);
  if (!parser.isAtEnd) throw parser.fail();
  return filter;
}

/** @throws ScimError `invalidPath` */
export function parsePatchPath(text: string): PatchPath {
  const parser = new Parser(text, "invalidPath");
  const path = parser.path();
  if (!parser.takeCharacter("[")) {
    if (!parser.isAtEnd) throw parser.fail();
    return { path, filter: null, sub: path.sub };
  }
  const filter = parser.rest(0, "]");
  const sub = parser.takeCharacter(".") ? parser.path() : null;
  if (!parser.isAtEnd || (sub !== null && (sub.urn !== null || sub.sub !== null))) throw parser.fail();
  return { path, filter, sub: sub?.attribute ?? null };
}

/** Whether a value of an attribute fits a filter, whose paths are names of its parts. A simple value has the part `value`. */
export function matches(filter: Filter, parts: ReadonlyMap<string, FilterValue>): boolean {
  switch (filter.op) {
    case "and":
      return filter.parts.every((part) => matches(part, parts));
    case "or":
      return filter.parts.some((part) => matches(part, parts));
    case "not":
      return !matches(filter.part, parts);
    case "has":
      return false;
    case "pr":
      return (parts.get(filter.path.attribute) ?? "") !== "";
    default:
      return compares(filter.op, parts.get(filter.path.attribute) ?? null, filter.value);
  }
}

const folded = (value: FilterValue): FilterValue => (typeof value === "string" ? value.toLowerCase() : value);

function compares(op: Comparison, filterValue: FilterValue, value: FilterValue): boolean {
  const [left, right] = [folded(filterValue), folded(value)];
  if (op === "eq") return left === right;
  if (op === "ne") return left !== right;
  if (typeof left !== "string" || typeof right !== "string") return false;
  switch (op) {
    case "co":
      return left.includes(right);
    case "sw":
      return left.startsWith(right);
    case "ew":
      return left.endsWith(right);
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
  }
}
