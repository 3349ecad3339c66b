import type { Collection } from "./collection.ts";
import { FACET_NAMES, type FacetName } from "./facetColumns.ts";
import { byColumn } from "./filterMarks.ts";

/** What the results are narrowed to beside the query: any of the values of each; an empty list narrows nothing. */
export type ChosenFacets = Readonly<Record<FacetName | "path", readonly string[]>>;

/** Bit of a path filter; facets have the bit of their place in FACET_NAMES. */
const PATH_BIT = 1 << FACET_NAMES.length;

/**
 * Says which of the chosen facets a document fails, a bit for each. A facet that a kind does not know is failed by all of it.
 * A document that fails one facet alone still counts among that facet's other values: so they can be added.
 */
export function facetFilter(
  collection: Collection,
  chosen: ChosenFacets,
): ((member: number, document: number) => number) | null {
  const tests = FACET_NAMES.flatMap((name, at) => {
    if (chosen[name].length === 0) return [];
    const wanted = new Set(chosen[name]);
    return [{ bit: 1 << at, marks: byColumn(collection, collection.facets[name], (value) => wanted.has(value)) }];
  });
  if (tests.length === 0 && chosen.path.length === 0) return null;
  return (member, document) => {
    let failed = 0;
    for (const { bit, marks } of tests) if (marks[member]?.[document] !== 1) failed |= bit;
    if (chosen.path.length > 0) {
      const path = collection.path({ member, document });
      if (path === null || !chosen.path.some((wanted) => path.includes(wanted))) failed |= PATH_BIT;
    }
    return failed;
  };
}

/** The facet whose bit alone is set in `failed`; null where it is another bit, or several. */
export function onlyFacet(failed: number): FacetName | null {
  return FACET_NAMES.find((_, at) => failed === 1 << at) ?? null;
}
