import type { Project } from "../../../contract/projects.ts";
import type { SearchAllAnswer } from "../../../contract/search.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useDebouncedValue } from "../useDebouncedValue.ts";

const DEBOUNCE_MS = 150;
const SHORTEST = 2;
const LIMIT = 8;

export type PaletteResult = SearchAllAnswer["results"][number];

export interface PaletteResults {
  readonly projects: readonly Project[];
  readonly finds: readonly PaletteResult[];
  readonly isLoading: boolean;
  /** Names of the projects that were not searched, because their indexes were not open. */
  readonly notSearched: readonly string[];
  readonly hasFailed: boolean;
}

/**
 * The palette's requests: the projects once it is open; issues, files and people while the user types.
 * @param here the project on the screen: it is always searched
 */
export function usePaletteResults(query: string, here: string | undefined): PaletteResults {
  const { projects: projectsService, search } = useServices();
  const projects = useQuery(queryKeys.projects(), (signal) => projectsService.list(signal));
  const wanted = query.trim().length >= SHORTEST ? query.trim() : "";
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS);
  // Results of an earlier query are not shown.
  const isCurrent = wanted !== "" && settled === wanted;
  const asked = {
    q: wanted,
    project: undefined,
    kind: ["issue", "code", "person"] as ("issue" | "code" | "person")[],
    limit: LIMIT,
    scope: "ready" as const,
    first: here,
  };
  const { data, error } = useQuery(
    isCurrent ? queryKeys.searchAll(asked) : null,
    (signal) => search.all(asked, signal),
    { keepPreviousData: false },
  );
  return {
    projects: projects.data ?? [],
    finds: (error ? null : data)?.results ?? [],
    notSearched: (error ? null : data)?.projects.flatMap(({ searched, name }) => (searched ? [] : [name])) ?? [],
    isLoading: wanted !== "" && !data && !error,
    hasFailed: error !== null,
  };
}
