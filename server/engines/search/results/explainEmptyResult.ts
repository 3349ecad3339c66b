import type { SearchAnswer } from "../../../../contract/search/search.ts";
import { FACET_NAMES } from "../collections/facetColumns.ts";
import type { Plan } from "../query/plan.ts";
import type { SearchRequest } from "../query/searchRequest.ts";

type Removed = SearchAnswer["filtered_by"];

/**
 * For an empty result: for each filter, of the query or chosen as a facet, how many results there would be without it alone. Filters whose
 * removal changes nothing are omitted.
 */
export function explainEmptyResult(
  query: SearchRequest,
  plan: Plan,
  count: (plan: Plan, query: SearchRequest) => number,
): Removed {
  const removed: Removed = [];
  for (const condition of plan.conditions) {
    const node = condition.kind === "not" ? condition.child : condition;
    if (node.kind !== "filter") continue;
    const results = count({ ...plan, conditions: plan.conditions.filter((other) => other !== condition) }, query);
    const { name, value, at } = node.node;
    if (results > 0) removed.push({ filter: name, value, at, results });
  }
  for (const name of ["kind", "path", ...FACET_NAMES] as const) {
    const chosen = query[name] ?? [];
    if (chosen.length === 0) continue;
    const results = count(plan, { ...query, [name]: [] });
    if (results > 0) removed.push({ filter: name, value: chosen.join(", "), at: null, results });
  }
  return removed;
}
