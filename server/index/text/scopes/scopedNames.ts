import { Query, type Language as Grammar, type Tree } from "web-tree-sitter";
import { SCOPE_RULES } from "./scopeRules.ts";
import type { ScopeRules } from "./scopeTypes.ts";

/** Kinds of defined names. The order is part of the index format. */
export const SCOPED_KINDS = ["local", "top", "import", "member", "key"] as const;

/** A name where it is defined. Offsets are UTF-16 units. */
export interface ScopedName {
  readonly name: string;
  readonly from: number;
  /** `top` is one of the file, `import` one of another module, `key` one of an object that is written down. */
  readonly kind: (typeof SCOPED_KINDS)[number];
  /** Bounds of the scope in which it is known. */
  readonly scopeFrom: number;
  readonly scopeTo: number;
}

const SCOPE = "scope";
const FUNCTION = "scope.function";
const CLASS = "scope.class";

/** The query for the names and scopes of a grammar; null for a grammar without rules. */
export function scopeQueryOf(name: string, grammar: Grammar): Query | null {
  const rules = SCOPE_RULES[name];
  return rules ? new Query(grammar, rules.query + scopeCaptures(rules)) : null;
}

/** Captures every scope by its sort: asking nodes for their parents takes ten times as long. */
function scopeCaptures({ scopes, functions, classes }: ScopeRules): string {
  const sortOf = (type: string): string =>
    classes.includes(type) ? CLASS : functions.includes(type) ? FUNCTION : SCOPE;
  return scopes.map((type) => `\n(${type}) @${sortOf(type)}`).join("");
}

interface Scope {
  readonly sort: string;
  readonly from: number;
  readonly to: number;
}

/** The names that a text defines, in its order; null where the query takes more than `maxSteps` steps. */
export function scopedNamesIn(tree: Tree, query: Query, text: string, maxSteps: number): ScopedName[] | null {
  const scopes: Scope[] = [];
  const result = new Map<number, { readonly kind: string; readonly from: number; readonly to: number }>();
  let steps = 0;
  const captures = query.captures(tree.rootNode, { progressCallback: () => ++steps > maxSteps });
  if (steps > maxSteps) return null;
  for (const { name: kind, node } of captures) {
    const isPrivate = text[node.startIndex] === "#";
    const [from, to] = [node.startIndex + Number(isPrivate), node.endIndex];
    if (kind.startsWith(SCOPE)) scopes.push({ sort: kind, from, to });
    // The same name may fit several patterns: a field, and a variable of the scope around it.
    else if (kind !== "self" && !result.has(from)) result.set(from, { kind, from, to });
  }
  scopes.sort((a, b) => a.from - b.from || b.to - a.to);
  const names: ScopedName[] = [];
  const open: Scope[] = [];
  let next = 0;
  for (const { kind, from, to } of [...result.values()].sort((a, b) => a.from - b.from)) {
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
