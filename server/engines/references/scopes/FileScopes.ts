import { Parser, Query, type Tree } from "web-tree-sitter";
import { loadGrammar } from "../../../index/text/grammars.ts";
import type { Language } from "../../../index/text/languages.ts";
import { SCOPE_RULES } from "./scopeRules.ts";
import type { ScopeRules } from "./scopeTypes.ts";

/** A name where it is defined. Offsets are UTF-16 units. */
export interface ScopedName {
  readonly name: string;
  readonly from: number;
  /** `top` is one of the file, `import` one of another module, `key` one of an object that is written down. */
  readonly kind: "local" | "top" | "import" | "member" | "key";
  /** Where it is known. */
  readonly scopeFrom: number;
  readonly scopeTo: number;
}

/** Longer texts are not parsed, as for the symbols. */
const MAX_TEXT_LENGTH = 400 * 1024;
/** As for the symbols: a text that takes more steps than this is not worth its cost. */
const STEPS_PER_CHARACTER = 0.05;
const MIN_STEPS = 1000;

interface Loaded {
  readonly parser: Parser;
  readonly query: Query;
}

const loaded = new Map<string, Promise<Loaded | null>>();

async function load(name: string): Promise<Loaded | null> {
  const rules = SCOPE_RULES[name];
  if (!rules) return null;
  const grammar = await loadGrammar(name);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, query: new Query(grammar, rules.query + scopeQuery(rules)) };
}

const SCOPE = "scope";
const FUNCTION = "scope.function";
const CLASS = "scope.class";

/** Captures every scope by its sort: asking nodes for their parents takes ten times as long. */
function scopeQuery({ scopes, functions, classes }: ScopeRules): string {
  const sortOf = (type: string): string =>
    classes.includes(type) ? CLASS : functions.includes(type) ? FUNCTION : SCOPE;
  return scopes.map((type) => `\n(${type}) @${sortOf(type)}`).join("");
}

/** The names that a file defines, each with the part of the file where it is known; null for a language without a grammar. */
export async function readScopes(text: string, language: Language): Promise<FileScopes | null> {
  if (language.grammar === undefined || text.length > MAX_TEXT_LENGTH) return null;
  let grammar = loaded.get(language.grammar);
  if (!grammar) loaded.set(language.grammar, (grammar = load(language.grammar)));
  const ready = await grammar;
  if (!ready) return null;
  let steps = 0;
  const most = MIN_STEPS + text.length * STEPS_PER_CHARACTER;
  const tree = ready.parser.parse(text, null, { progressCallback: () => ++steps > most });
  if (!tree) {
    ready.parser.reset();
    return null;
  }
  try {
    return new FileScopes(namesIn(tree, ready, text), text);
  } finally {
    tree.delete();
  }
}

interface Scope {
  readonly sort: string;
  readonly from: number;
  readonly to: number;
}

function namesIn(tree: Tree, { query }: Loaded, text: string): ScopedName[] {
  const scopes: Scope[] = [];
  const found = new Map<number, { readonly kind: string; readonly from: number; readonly to: number }>();
  for (const { name: kind, node } of query.captures(tree.rootNode)) {
    const isPrivate = text[node.startIndex] === "#";
    const [from, to] = [node.startIndex + Number(isPrivate), node.endIndex];
    if (kind.startsWith(SCOPE)) scopes.push({ sort: kind, from, to });
    // The same name may fit several patterns: a field, and a variable of the scope around it.
    else if (kind !== "self" && !found.has(from)) found.set(from, { kind, from, to });
  }
  scopes.sort((a, b) => a.from - b.from || b.to - a.to);
  const names: ScopedName[] = [];
  const open: Scope[] = [];
  let next = 0;
  for (const { kind, from, to } of [...found.values()].sort((a, b) => a.from - b.from)) {
    for (let scope = scopes[next]; scope && scope.from <= from; scope = scopes[++next]) {
      while (open.length > 0 && (open.at(-1)?.to ?? 0) <= scope.from) open.pop();
      open.push(scope);
    }
    while (open.length > 0 && (open.at(-1)?.to ?? 0) <= from) open.pop();
    names.push(nameIn(open, kind, from, text.slice(from, to), text.length));
  }
  return names;
}

/** @param around the scopes around a name, the innermost last */
function nameIn(around: readonly Scope[], kind: string, from: number, name: string, length: number): ScopedName {
  let at = around.length - 1;
  if (kind === "outer") at--;
  else if (kind === "function") while (at > 0 && around[at]?.sort !== FUNCTION) at--;
  const scope = around[Math.max(0, at)];
  const isOfType = kind === "member" || scope?.sort === CLASS;
  const sort = kind === "import" || kind === "key" ? kind : isOfType ? "member" : at <= 0 ? "top" : "local";
  return {
    name,
    from,
    kind: sort,
    scopeFrom: at <= 0 ? 0 : (scope?.from ?? 0),
    scopeTo: at <= 0 ? length : (scope?.to ?? length),
  };
}

/** The names of one file. */
export class FileScopes {
  readonly names: readonly ScopedName[];
  readonly text: string;
  readonly #byName = new Map<string, ScopedName[]>();

  constructor(names: readonly ScopedName[], text: string) {
    this.names = names;
    this.text = text;
    for (const one of names) {
      const same = this.#byName.get(one.name);
      if (same) same.push(one);
      else this.#byName.set(one.name, [one]);
    }
  }

  named(name: string): readonly ScopedName[] {
    return this.#byName.get(name) ?? [];
  }

  /** The definition that is written at an offset. */
  at(name: string, from: number): ScopedName | null {
    return this.named(name).find((one) => one.from === from) ?? null;
  }

  /** What a plain name at an offset means: the definition of the innermost scope around it that has one; members are left out. */
  resolve(name: string, offset: number): ScopedName | null {
    let best: ScopedName | null = null;
    for (const one of this.named(name)) {
      if (one.from === offset) {
        return isMember(one) ? one : first(this.named(name), one);
      }
      if (isMember(one) || one.scopeFrom > offset || one.scopeTo <= offset) continue;
      if (best === null || one.scopeTo - one.scopeFrom < best.scopeTo - best.scopeFrom) best = one;
    }
    return best;
  }
}

/** Whether a name is none that is used without something before it. */
export const isMember = ({ kind }: ScopedName): boolean => kind === "member" || kind === "key";

/** A variable that is assigned several times is defined by the first one. */
const first = (names: readonly ScopedName[], one: ScopedName): ScopedName =>
  names.find(
    (other) => other.kind === one.kind && other.scopeFrom === one.scopeFrom && other.scopeTo === one.scopeTo,
  ) ?? one;
