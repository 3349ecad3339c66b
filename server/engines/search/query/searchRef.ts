import type { QueryNode } from "../../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../../contract/query/searchQuery.ts";

/**
 * The branch or tag that a query searches instead of the default branches: the value of its first filter `ref` that all results must fulfil.
 * Null where it has none.
 */
export function refOfQuery(q: string): string | null {
  if (!/(?:ref|branch|tag):/i.test(q)) return null;
  const find = (node: QueryNode): string | null => {
    if (node.kind === "filter") return node.name === "ref" ? node.value : null;
    if (node.kind !== "and") return null;
    for (const child of node.children) {
      const ref = find(child);
      if (ref !== null) return ref;
    }
    return null;
  };
  return find(parseQuery(q).root);
}
