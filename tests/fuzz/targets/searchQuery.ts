import { isDeepStrictEqual } from "node:util";
import { FILTER_NAMES } from "../../../contract/query/searchFilters.ts";
import { printQuery } from "../../../contract/query/printQuery.ts";
import { type QueryNode, leavesOf } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { requiredLiterals } from "../../../server/engines/search/patterns/requiredLiterals.ts";
import { type Target, promise, textOf } from "../engine/Target.ts";

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
    const printed = printQuery(root);
    const again = parseQuery(printed).root;
    promise(isDeepStrictEqual(meaning(again), meaning(root)), `Printed it is another query: ${printed}`);
    return undefined;
  },
};

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
