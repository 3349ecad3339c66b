import { normalizeProse } from "../../../index/text/normalizeText.ts";
import type { Collection } from "../collections/collection.ts";
import { FACET_NAMES, type FacetColumn, type FacetName, type KnownNames } from "../collections/facetColumns.ts";
import { columnPredicate } from "./filterPredicates.ts";

/** The facets that narrow the results in addition to the query: any of the values of each; an empty list does not filter. */
export type ChosenFacets = Readonly<Record<FacetName | "path", readonly string[]>>;

/** Bit of a path filter; facets have the bit of their position in FACET_NAMES. */
const PATH_BIT = 1 << FACET_NAMES.length;

/**
 * Says which of the chosen facets a document fails, a bit for each. A facet that a kind does not know is failed by all of it.
 * A document that fails one facet alone still counts among that facet's other values: so they can be added.
 */
export function facetFilter(
  collection: Collection,
  chosen: ChosenFacets,
): ((member: number, document: number) => number) | null {
  if (chosen.path.length === 0 && FACET_NAMES.every((name) => chosen[name].length === 0)) return null;
  const tests = FACET_NAMES.flatMap((name, at) => {
    if (chosen[name].length === 0) return [];
    const column = collection.facets()[name];
    const values = new Set(chosen[name]);
    const names = column?.knownNames ? otherNames(column, chosen[name]) : null;
    const passes = (value: string, position: number): boolean =>
      values.has(value) || (names !== null && isCalled(column?.knownNames?.[position], names));
    return [{ bit: 1 << at, passes: columnPredicate(column, passes) }];
  });
  return (member, document) => {
    let failed = 0;
    for (const { bit, passes } of tests) if (!passes(member, document)) failed |= bit;
    if (chosen.path.length > 0) {
      const path = collection.path({ member, document });
      if (path === null || !chosen.path.some((part) => path.includes(part))) failed |= PATH_BIT;
    }
    return failed;
  };
}

/** What people were chosen by that is not what the list calls them: another name of theirs, a login or an address. Folded. */
function otherNames({ values }: FacetColumn, chosen: readonly string[]): ReadonlySet<string> | null {
  const names = chosen.filter((text) => !values.includes(text)).map(normalizeProse);
  return names.length === 0 ? null : new Set(names);
}

const isCalled = (person: KnownNames | undefined, names: ReadonlySet<string>): boolean =>
  person !== undefined && [...person.names, ...person.addresses].some((text) => names.has(text));

/** The facet whose bit alone is set in `failed`; null where it is another bit, or several. */
export function onlyFacet(failed: number): FacetName | null {
  return FACET_NAMES.find((_, at) => failed === 1 << at) ?? null;
}
