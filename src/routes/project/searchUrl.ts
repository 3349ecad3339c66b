import { setSearch } from "../../../contract/searchAddress.ts";
import { SEARCH_FACETS } from "../../../contract/constants.ts";
import type { QuerySent } from "../../../contract/callTypes.ts";
import { type ChosenFacets, type FacetName } from "../../components/search/SearchFacetList.tsx";
import { isResultKind } from "../../domain/resultKinds.ts";

/** Number of results on the first request, and the maximum, which is the contract's. */
export const SEARCH_LIMIT = { first: 20, most: 100 } as const;

export interface SearchState {
  readonly q: string;
  readonly chosen: ChosenFacets;
  readonly limit: number;
}

/** Reads the search from an address. */
export function readSearch(params: URLSearchParams): SearchState {
  const valuesOf = (name: FacetName) =>
    [...new Set(params.getAll(name))].filter((v) => name !== "kind" || isResultKind(v));
  const limit = Number(params.get("limit"));
  return {
    q: params.get("q") ?? "",
    chosen: Object.fromEntries(SEARCH_FACETS.map((name) => [name, valuesOf(name)])) as Record<FacetName, string[]>,
    limit:
      Number.isInteger(limit) && limit > SEARCH_LIMIT.first ? Math.min(limit, SEARCH_LIMIT.most) : SEARCH_LIMIT.first,
  };
}

/** Writes a search into an address and keeps its other parameters. */
export function writeSearch(params: URLSearchParams, { q, chosen, limit }: SearchState): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("limit");
  setSearch(next, { q, facets: chosen });
  if (limit !== SEARCH_LIMIT.first) next.set("limit", String(limit));
  return next;
}

/** The query of the request. */
export const queryOf = ({ q, chosen, limit }: SearchState): QuerySent<"searchProject"> => ({
  q: q.trim(),
  ...chosen,
  kind: chosen.kind.filter(isResultKind),
  limit,
});

export const toggle = (state: SearchState, facet: FacetName, value: string): SearchState => {
  const values = state.chosen[facet];
  return {
    ...state,
    limit: SEARCH_LIMIT.first,
    chosen: {
      ...state.chosen,
      [facet]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
    },
  };
};
