import { type Node, Parser, Query, type Tree } from "web-tree-sitter";
import { loadGrammar } from "./grammars.ts";
import type { FileLanguage } from "./languages.ts";
import { regexDefinitions } from "./regexDefinitions.ts";
import { type ScopedName, scopeQueryOf, scopedNamesIn } from "./scopes/scopedNames.ts";
import { SYMBOL_QUERIES } from "./symbolQueries.ts";

/** Kinds of symbols. The order is part of the index format. */
export const SYMBOL_KINDS = ["function", "method", "class", "interface", "enum", "type", "other"] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export interface FoundSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** First and last line, 1-based, both included. */
  readonly start: number;
  readonly end: number;
  /** The class or other symbol around it, or empty. */
  readonly container: string;
}

const MAX_TEXT_LENGTH = 400 * 1024;
/**
 * Steps of the parser (it calls back after each hundred operations). Ordinary files take 8 to 20 for each 1000 characters; a parser that
 * follows many readings of a text at the same time takes thousands.
 */
const STEPS_PER_CHARACTER = 0.05;
const MIN_STEPS = 1000;
/** Child nodes above which an error makes the analysis too slow, and maximum number of nodes that are visited to find one. */
const MAX_ERROR_LENGTH = 4000;
const MAX_NODE_VISITS = 20_000;

interface LoadedGrammar {
  readonly parser: Parser;
  readonly query: Query;
  /** Null for a grammar without rules of scopes. */
  readonly scopes: Query | null;
}

/** What one parse of a text gives. */
export interface ScannedText {
  /** In the order of their first lines. */
  readonly symbols: FoundSymbol[];
  /** Every name that the text defines, also variables; null where it was not parsed. */
  readonly names: ScopedName[] | null;
}

/** Finds symbols with tree-sitter grammars, each loaded when the first file of its language arrives (C++ and C# are 5 MB). */
export class SymbolExtractor {
  readonly #grammars = new Map<string, Promise<LoadedGrammar | null>>();

  /**
   * Symbols in the order of their first lines. A language without a grammar, a text that is too large and a parse that costs too
   * much fall back to `regexDefinitions`; syntax errors only lose what they touch.
   */
  async find(text: string, language: FileLanguage): Promise<FoundSymbol[]> {
    return (await this.#scan(text, language, false)).symbols;
  }

  /** The symbols, with the names of the text and the scopes in which they are known. */
  scan(text: string, language: FileLanguage): Promise<ScannedText> {
    return this.#scan(text, language, true);
  }

  async #scan(text: string, language: FileLanguage, withNames: boolean): Promise<ScannedText> {
    if (language.family === "prose" || language.family === "data") return { symbols: [], names: null };
    const grammar =
      language.grammar === undefined || text.length > MAX_TEXT_LENGTH ? null : await this.#grammar(language.grammar);
    const parsed = grammar && parse(text, grammar, withNames);
    return parsed ?? { symbols: regexSymbols(text, language), names: null };
  }

  #grammar(name: string): Promise<LoadedGrammar | null> {
    let grammar = this.#grammars.get(name);
    if (!grammar) {
      grammar = this.#load(name);
      this.#grammars.set(name, grammar);
    }
    return grammar;
  }

  async #load(name: string): Promise<LoadedGrammar | null> {
    const source = SYMBOL_QUERIES[name];
    if (source === undefined) return null;
    const language = await loadGrammar(name);
    const parser = new Parser();
    parser.setLanguage(language);
    return { parser, query: new Query(language, source), scopes: scopeQueryOf(name, language) };
  }
}

interface Span {
  name: string;
  /** The owner that a definition outside of its owner names; empty where the enclosing scope determines it. */
  owner: string;
  /** A function that is assigned to a property of its owner: `Owner.prototype.name = function`. */
  isAssigned: boolean;
  kind: string;
  start: number;
  end: number;
  from: number;
  to: number;
}

/**
 * Null for a text whose analysis exceeds the limits. The limits count nodes, not time: the same text gives the same symbols on every machine,
 * however slow it is at the moment.
 */
function parse(text: string, { parser, query, scopes }: LoadedGrammar, withNames: boolean): ScannedText | null {
  let steps = 0;
  const maxSteps = MIN_STEPS + text.length * STEPS_PER_CHARACTER;
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > maxSteps });
  if (!tree) {
    parser.reset();
    return null;
  }
  try {
    if (hasLargeError(tree)) return null;
    const spans: Span[] = [];
    steps = 0;
    const matches = query.matches(tree.rootNode, { progressCallback: () => ++steps > maxSteps });
    if (steps > maxSteps) return null;
    for (const { captures } of matches) {
      const name = captures.find((capture) => capture.name === "name")?.node;
      const definition = captures.find((capture) => capture.name !== "name");
      if (name && definition) spans.push(spanOf(definition.node, definition.name, name));
    }
    return { symbols: nest(spans), names: withNames && scopes ? scopedNamesIn(tree, scopes, text, maxSteps) : null };
  } finally {
    tree.delete();
  }
}

/** Whether the tree has an error with too many nodes inside: a query would look at each of them for each other one. */
function hasLargeError(tree: Tree): boolean {
  if (!tree.rootNode.hasError) return false;
  const cursor = tree.walk();
  try {
    for (let looks = 0; looks < MAX_NODE_VISITS; looks++) {
      const node = cursor.currentNode;
      if (node.isError && node.childCount > MAX_ERROR_LENGTH) return true;
      if (node.hasError && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
    return true;
  } finally {
    cursor.delete();
  }
}

function spanOf(node: Node, kind: string, name: Node): Span {
  const text = name.text;
  const assignedTo = node.type === "assignment_expression" ? assignedOwner(node) : "";
  return {
    // C++ names may be qualified: `Server::start`.
    name: text.slice(text.lastIndexOf(":") + 1).slice(0, 200),
    owner: assignedTo || ownerOf(node, text),
    isAssigned: assignedTo !== "",
    kind,
    start: node.startPosition.row + 1,
    // A node that ends at column 0 ends with the line before.
    end: Math.max(node.startPosition.row + 1, node.endPosition.row + (node.endPosition.column === 0 ? 0 : 1)),
    from: node.startIndex,
    to: node.endIndex,
  };
}

/** What CommonJS exports, and what has no name of its own: a function there is one of the module. */
const MODULE_OBJECTS = new Set(["exports", "module", "this", "self", "window", "global", "globalThis", "prototype"]);

/** `Owner` of `Owner.prototype.name = …` anywhere, and of `owner.name = …` outside of any function. */
function assignedOwner(node: Node): string {
  const object = node.childForFieldName("left")?.childForFieldName("object")?.text ?? "";
  const owner = /^([\p{L}_$][\p{L}\p{Nd}_$]*)(\.prototype)?$/u.exec(object);
  const name = owner?.[1] ?? "";
  if (MODULE_OBJECTS.has(name)) return "";
  if (owner?.[2] !== undefined) return name;
  let statement = node.parent;
  while (statement?.type === "assignment_expression") statement = statement.parent;
  return statement?.parent?.type === "program" ? name : "";
}

/** The type of a Go method's receiver (`func (l *List[T]) Add`), the class of a C++ one outside its class (`List<T>::add`). */
function ownerOf(node: Node, name: string): string {
  const receiver = node.type === "method_declaration" ? node.childForFieldName("receiver")?.text : undefined;
  if (receiver !== undefined)
    return /([\p{L}_][\p{L}\p{Nd}_]*)\s*(?:\[[^\]]{0,200}\])?\s*,?\s*\)$/u.exec(receiver)?.[1] ?? "";
  const before = name.lastIndexOf("::");
  if (before < 0) return "";
  return /([\p{L}_][\p{L}\p{Nd}_]*)\s*(?:<.{0,200}>)?$/u.exec(name.slice(0, before))?.[1] ?? "";
}

/** Gives each symbol the one around it, turns functions of a class into methods and drops mere scopes. */
function nest(spans: Span[]): FoundSymbol[] {
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  const open: Span[] = [];
  const symbols: FoundSymbol[] = [];
  let last: Span | undefined;
  for (const span of spans) {
    if (last && last.from === span.from && last.to === span.to && last.name === span.name) continue;
    if (last && isValueOf(span, last)) {
      // `module.exports = function read() {}` is known as read.
      const exported = symbols.at(-1);
      if (last.name === "exports" && exported)
        symbols[symbols.length - 1] = { ...exported, name: (last.name = span.name) };
      continue;
    }
    last = span;
    while (open.length > 0 && (open.at(-1)?.to ?? 0) < span.to) open.pop();
    const around = open.at(-1);
    open.push(span);
    if (span.kind === "scope") continue;
    const isMember = around !== undefined && ["class", "interface", "enum", "scope"].includes(around.kind);
    const kind = span.kind === "function" && (isMember || span.isAssigned) ? "method" : span.kind;
    symbols.push({
      name: span.name,
      kind: SYMBOL_KINDS.find((candidate) => candidate === kind) ?? "other",
      start: span.start,
      end: span.end,
      container: span.owner || (around?.name ?? ""),
    });
  }
  return symbols;
}

/** A named function that is the value of the symbol before it. */
const isValueOf = (span: Span, before: Span): boolean =>
  span.kind === "function" &&
  before.kind === "function" &&
  span.start === before.start &&
  span.from > before.from &&
  span.to <= before.to &&
  span.to >= before.to - 1;

/** Symbols by looks alone: each reaches to the next definition that is not indented further. */
function regexSymbols(text: string, language: FileLanguage): FoundSymbol[] {
  const definitions = regexDefinitions(text, language).filter(({ kind }) => kind !== "name");
  if (definitions.length === 0) return [];
  const lines = text.split("\n");
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  let line = 0;
  const placed = definitions.map((definition) => {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= definition.at) line++;
    return { ...definition, line, indent: /^\s*/.exec(lines[line] ?? "")?.[0].length ?? 0 };
  });
  return placed.map((definition, index) => {
    let next = index + 1;
    while (next < placed.length && (placed[next]?.indent ?? 0) > definition.indent) next++;
    let end = placed[next]?.line ?? lines.length;
    while (end > definition.line + 1 && (lines[end - 1] ?? "").trim() === "") end--;
    const start = definition.line + 1;
    // The next one may be on the same line: the patterns also take a lone carriage return for the end of a line.
    return { name: definition.name, kind: regexKind(definition.kind), start, end: Math.max(start, end), container: "" };
  });
}

function regexKind(word: string): SymbolKind {
  if (/^(class|struct|record|object|module|defmodule|union)$/.test(word)) return "class";
  if (/^(interface|trait|protocol)$/.test(word)) return "interface";
  if (word === "enum") return "enum";
  if (/^(type|table|view|message|service|resource|input)$/.test(word)) return "type";
  return /^(function\*?|func|fun|fn|def|defp|defn|defmacro|sub|proc)$/.test(word) ? "function" : "other";
}
