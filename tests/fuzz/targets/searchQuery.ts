import { isDeepStrictEqual } from "node:util";
import { FILTER_NAMES } from "../../../contract/searchFilters.ts";
import { type QueryNode, leavesOf, parseQuery } from "../../../contract/searchQuery.ts";
import { compilePattern, requiredLiterals } from "../../../server/engines/search/patterns.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

/** Groups inside each other that are surely read. */
const MOST_GROUPS = 10;

export const target: Target = {
  promise: "Any text is a query whose pieces lie inside of it; printed and parsed again it is the same query.",
  shape: "text",
  longest: 1000,
  run: (input) => {
    const text = textOf(input);
    const { root, mistakes } = parseQuery(text);
    const leaves = leavesOf(root).map(({ leaf }) => leaf);
    for (const { at, end } of [...mistakes, ...leaves]) {
      promise(at >= 0 && at <= end && end <= text.length, "A piece lies outside of the text.");
    }
    for (const leaf of leaves) {
      if (leaf.kind === "filter") {
        promise(FILTER_NAMES.includes(leaf.name), "A filter has a name that is none.");
        promise(typeof leaf.value === "string", "A filter has a value that is no text.");
      }
      if (leaf.kind === "regex") {
        const compiled = compilePattern(leaf.pattern, leaf.ignoreCase);
        promise(!("problem" in compiled) || compiled.problem !== "", "A pattern is refused without a reason.");
        promise(
          requiredLiterals(leaf.pattern).every((literal) => literal !== ""),
          "A literal is empty.",
        );
      }
    }
    // What was mistaken is not printed; pieces that touch each other have no other spelling; printing nests deeper.
    const isApart = leaves.every(({ end }) => end === text.length || /[\s)]/.test(text.charAt(end)));
    const isOperator = leaves.some((leaf) => leaf.kind === "word" && /^(?:AND|OR|NOT)$/.test(leaf.text));
    if (mistakes.length === 0 && isApart && !isOperator && text.split("(").length < MOST_GROUPS) {
      const printed = print(root, text);
      const again = parseQuery(printed).root;
      promise(isDeepStrictEqual(meaning(again), meaning(root)), `Printed it is another query: ${printed}`);
    }
    return undefined;
  },
};

/** A query of the same meaning with each group in parentheses. */
function print(node: QueryNode, text: string): string {
  if (node.kind === "not") return `NOT ${print(node.child, text)}`;
  if (!("children" in node)) return text.slice(node.at, node.end);
  const inside = node.children.map((child) => print(child, text)).join(node.kind === "or" ? " OR " : " ");
  return `(${inside} )`;
}

/** Without places, and without groups that add nothing. */
function meaning(node: QueryNode): unknown {
  if (node.kind === "not") return { not: meaning(node.child) };
  if ("children" in node) {
    const [only, ...rest] = node.children;
    return only && rest.length === 0 ? meaning(only) : { [node.kind]: node.children.map(meaning) };
  }
  const { at: _at, end: _end, ...leaf } = node;
  return leaf;
}
