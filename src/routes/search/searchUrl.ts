import type { QuerySent } from "../../../contract/callTypes.ts";
import { setSearch } from "../../../contract/addresses/searchAddress.ts";
import { type ResultGrouping, RESULT_GROUPINGS } from "../../components/search/resultGroups.ts";
import { type ChosenFacets, FACETS, type FacetName } from "../../components/search/SearchFacetList.tsx";
import { isResultKind } from "../../domain/resultKinds.ts";

/** Number of results on the first request, and the maximum, which is the contract's. */
export const SEARCH_LIMIT = { first: 20, most: 100 } as const;

export interface SearchState {
  readonly q: string;
  readonly chosen: ChosenFacets;
  readonly limit: number;
  readonly grouping: ResultGrouping;
}

const GROUPINGS: readonly ResultGrouping[] = ["project", ...RESULT_GROUPINGS];

/** Reads the search from an address. */
export function readSearch(params: URLSearchParams): SearchState {
  const valuesOf = (name: FacetName) =>
    [...new Set(params.getAll(name))].filter((v) => name !== "kind" || isResultKind(v));
  const limit = Number(params.get("limit"));
  return {
    q: params.get("q") ?? "",
    chosen: Object.fromEntries(FACETS.map((name) => [name, valuesOf(name)])) as Record<FacetName, string[]>,
    limit:
      Number.isInteger(limit) && limit > SEARCH_LIMIT.first ? Math.min(limit, SEARCH_LIMIT.most) : SEARCH_LIMIT.first,
    grouping: GROUPINGS.find((one) => one === params.get("group")) ?? "kind",
  };
}

/** Writes a search into an address and keeps its other parameters. */
export function writeSearch(params: URLSearchParams, { q, chosen, limit, grouping }: SearchState): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["limit", "group", "project"]) next.delete(name);
  setSearch(next, { q, facets: chosen });
  for (const slug of chosen.project) next.append("project", slug);
  if (limit !== SEARCH_LIMIT.first) next.set("limit", String(limit));
  if (grouping !== "kind") next.set("group", grouping);
  return next;
}

/** The query of the request for one project. */
export function queryOf({ q, chosen, limit }: SearchState): QuerySent<"searchProject"> {
  const { project: _, ...facets } = chosen;
  return { q: q.trim(), ...facets, kind: facets.kind.filter(isResultKind), limit };
}

/** The same for all projects of the reader. */
export const queryOfAll = (state: SearchState): QuerySent<"searchAll"> => ({
  ...queryOf(state),
  in_project: [...state.chosen.project],
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
