import type { Collection, Place } from "./collections.ts";
import { FACET_NAMES, type FacetName } from "./facetColumns.ts";

/** What the results are narrowed to: any of the values of each; an empty list narrows nothing. */
export type Filters = Readonly<Record<FacetName | "path", readonly string[]>>;

/** A test of one collection's documents, or null when nothing is filtered. A filter that a kind does not know excludes the kind. */
export function filterOf(collection: Collection, filters: Filters): ((place: Place) => boolean) | null {
  const tests: ((place: Place) => boolean)[] = [];
  if (filters.path.length > 0) {
    tests.push((place) => {
      const path = collection.path(place);
      return path !== null && filters.path.some((wanted) => path.includes(wanted));
    });
  }
  for (const name of FACET_NAMES) {
    if (filters[name].length === 0) continue;
    const column = collection.facets[name];
    if (!column) return () => false;
    const wanted = new Set(filters[name].map((value) => column.values.indexOf(value)).filter((id) => id >= 0));
    tests.push(({ member, document }) => {
      const ids = column.ids[member];
      const starts = column.starts?.[member];
      const to = starts ? (starts[document + 1] ?? 0) : document + 1;
      for (let at = starts ? (starts[document] ?? 0) : document; at < to; at++)
        if (wanted.has(ids?.[at] ?? -1)) return true;
      return false;
    });
  }
  return tests.length === 0 ? null : (place) => tests.every((test) => test(place));
}
