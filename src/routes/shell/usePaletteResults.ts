import type { FoundName } from "../../../contract/search/goTo.ts";
import type { Project } from "../../../contract/projects.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";
import type { PaletteQuery } from "./paletteQuery.ts";

/** Keys that are pressed in quick succession cause one request. */
const DEBOUNCE_MS = 40;
const LIMIT = 6;
/** Until the next request while the server opens indexes, as after its start. */
const OPENING_INTERVAL_MS = 500;

export interface PaletteResults {
  readonly projects: readonly Project[];
  /** Best first; those of the earlier text while the next are loading. */
  readonly names: readonly FoundName[];
  readonly isLoading: boolean;
  /** Names of the projects that were not searched, because their indexes were not open. */
  readonly notSearched: readonly string[];
  readonly hasFailed: boolean;
}

/**
 * The palette's requests: the projects once it is open, and names while the user types.
 * @param here the project on the screen: its names come first
 */
export function usePaletteResults({ text, mode, kinds }: PaletteQuery, here: string | undefined): PaletteResults {
  const { projects: projectsService, search } = useServices();
  const projects = useQuery(queryKeys.projects(), (signal) => projectsService.list(signal));
  const isNamed = mode === "all" || mode === "names";
  const typed = JSON.stringify([isNamed ? text : "", kinds]);
  const settled = useDebouncedValue(typed, DEBOUNCE_MS);
  const isSearched = text !== "" && isNamed;
  const [q, kind] = JSON.parse(settled) as [string, typeof kinds];
  const query = { q, kind: [...kind], limit: LIMIT, first: here };
  const { data, error, isLoading } = useQuery(
    isSearched && q !== "" ? queryKeys.goTo(query) : null,
    (signal) => search.goTo(query, signal),
    { refetchIntervalMs: (found) => (found?.opening === true ? OPENING_INTERVAL_MS : false) },
  );
  const answer = isSearched && !error ? data : null;
  return {
    projects: projects.data ?? [],
    names: answer?.results.filter((name) => kinds.length === 0 || kinds.includes(name.kind)) ?? [],
    notSearched: answer?.not_searched ?? [],
    isLoading: isSearched && (settled !== typed || isLoading),
    hasFailed: isSearched && error !== null,
  };
}
