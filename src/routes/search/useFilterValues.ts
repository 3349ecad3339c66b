import { useMemo } from "react";
import type { KnownValues, TypedFilter } from "../../components/search/queryCompletions.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";

/** Keys that are pressed in quick succession cause one request. */
const DEBOUNCE_MS = 60;
const LIMIT = 8;
const NOTHING: KnownValues = {};

/**
 * Values of the filter that is being typed, from the index of the project, or of all projects for null. A failed request leaves the values
 * without counts.
 * @param typed null: none is being typed
 */
export function useFilterValues(slug: string | null, typed: TypedFilter | null): KnownValues {
  const { search } = useServices();
  const settled = useDebouncedValue(typed === null ? "" : JSON.stringify(typed), DEBOUNCE_MS);
  const request = settled === "" ? null : { ...(JSON.parse(settled) as TypedFilter), limit: LIMIT };
  const { data } = useQuery(
    request === null ? null : queryKeys.filterValues(slug, request),
    (signal) => {
      const query = request ?? { filter: "kind" as const };
      return slug === null
        ? search.filterValuesOfAll(query, signal)
        : search.filterValues({ project: slug, ...query }, signal);
    },
    { isLive: true },
  );
  return useMemo((): KnownValues => (data === null ? NOTHING : { [data.filter]: data.values }), [data]);
}
