import { isEscapable } from "./escapedWord.ts";
import { printFilter } from "./printFilter.ts";
import type { LeafNode, QueryNode } from "./queryNodes.ts";
import { parseQuery } from "./searchQuery.ts";

/** Serializes a query so that it parses to the same tree, without its mistakes. Groups have parentheses only where required. */
export function printQuery(node: QueryNode): string {
  if (node.kind === "not") return `-${printNegated(node.child)}`;
  if (!("children" in node)) return printLeaf(node, false);
  const printed = node.children.flatMap((child) => {
    const text = printQuery(child);
    if (text === "") return [];
    return node.kind === "and" && isGroup(child, "or") ? inParentheses(text) : text;
  });
  return printed.join(node.kind === "or" ? " OR " : " ");
}

/** Removes the leaf that begins at `at`, with minimal changes to the text and the same meaning of the rest. */
export function withoutLeaf(query: string, at: number): string {
  const { root, mistakes } = parseQuery(query);
  const left = without(root, at);
  const printed = left === null ? "" : printQuery(left.node);
  if (left?.end === undefined) return query;
  const start = query[at - 1] === "-" ? at - 1 : at;
  const parts = [query.slice(0, start).trimEnd(), query.slice(left.end).trimStart()];
  const shortened = parts.filter((part) => part !== "").join(" ");
  const reparsed = parseQuery(shortened);
  return printQuery(reparsed.root) === printed && reparsed.mistakes.length <= mistakes.length ? shortened : printed;
}

/** The tree without a leaf, and the end of the leaf. An empty "and" remains of a removed leaf. */
function without(node: QueryNode, at: number): { readonly node: QueryNode; readonly end: number | undefined } {
  if (node.kind === "not") {
    const { node: child, end } = without(node.child, at);
    return { node: "children" in child && child.children.length === 0 ? child : { kind: "not", child }, end };
  }
  if (!("children" in node)) {
    return node.at === at ? { node: { kind: "and", children: [] }, end: node.end } : { node, end: undefined };
  }
  let end: number | undefined;
  const children = node.children.flatMap((child) => {
    const left = without(child, at);
    end ??= left.end;
    return "children" in left.node && left.node.children.length === 0 ? [] : [left.node];
  });
  return { node: { kind: node.kind, children }, end };
}

/** Whether a node is printed as a group of this kind: a group of one is printed as its child. */
const isGroup = (node: QueryNode, kind: "and" | "or"): boolean => {
  if (!("children" in node)) return false;
  const [only, ...rest] = node.children;
  return only && rest.length === 0 ? isGroup(only, kind) : node.kind === kind && rest.length > 0;
};

/** A trailing space keeps a word with a parenthesis of its own from including the closing one. */
const inParentheses = (text: string): string => `(${text}${/\S\(\S*$/.test(text) ? " " : ""})`;

function printNegated(node: QueryNode): string {
  const isLeaf = node.kind !== "not" && !("children" in node);
  return isLeaf ? printLeaf(node, true) : inParentheses(printQuery(node));
}

function printLeaf(leaf: LeafNode, isNegated: boolean): string {
  switch (leaf.kind) {
    case "phrase":
      return `"${leaf.text}"`;
    case "regex":
      return `/${leaf.pattern}/${leaf.ignoreCase ? "i" : ""}`;
    case "filter":
      return printFilter(leaf.name, leaf.value);
    case "word":
      return needsBackslash(leaf.text, isNegated) ? `\\${leaf.text}` : leaf.text;
  }
}

/** Whether the beginning of a word would be parsed as another construct, at least before some texts. */
function needsBackslash(word: string, isNegated: boolean): boolean {
  if (word.startsWith("\\")) return isEscapable(word.slice(1));
  // Text after a second slash makes it a word and not a regular expression.
  if (word.startsWith("/")) return !/^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+\/(?!i?$)/.test(word);
  if (word.startsWith("-")) return isNegated || !word.startsWith("--");
  return isEscapable(word);
}
