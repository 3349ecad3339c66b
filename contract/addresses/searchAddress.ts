import { SEARCH_FACETS } from "../constants.ts";

/** A search as the address of a project's search has it: the query and the chosen values of each facet. */
export interface AddressedSearch {
  readonly q: string;
  readonly facets: Readonly<Partial<Record<(typeof SEARCH_FACETS)[number], readonly string[]>>>;
}

/** Writes a search into the parameters of an address, in place of the one that is there. Other parameters are kept. */
export function setSearch(params: URLSearchParams, { q, facets }: AddressedSearch): void {
  for (const name of ["q", ...SEARCH_FACETS]) params.delete(name);
  if (q !== "") params.set("q", q);
  for (const name of SEARCH_FACETS) for (const value of facets[name] ?? []) params.append(name, value);
}

/** The path of a project's search in the web app. */
export function searchPath(slug: string, search: AddressedSearch): string {
  const params = new URLSearchParams();
  setSearch(params, search);
  return `/projects/${slug}?${params.toString()}`;
}
