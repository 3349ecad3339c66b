import type { QueryDefinition } from "../../queries/useQueries.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Debounce of a preview in milliseconds: a held key does not load the items that it skips. */
export const PREVIEW_DEBOUNCE_MS = 120;

export type PreviewState<T> =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly text: string }
  | { readonly status: "ready"; readonly data: T };

const NO_QUERY = { queryKey: null, queryFn: () => Promise.reject(new Error("No item.")), isLive: false };

/**
 * What a preview shows of an item in a list, loaded once the item has not changed for some time.
 * @param queryOf null for an item without data to load
 */
export function usePreviewQuery<I, T>(
  item: I,
  queryOf: (item: I) => QueryDefinition<T> | null,
): { readonly state: PreviewState<T>; readonly retry: () => void } {
  const formatError = useErrorMessage();
  const settled = useDebouncedValue(item, PREVIEW_DEBOUNCE_MS);
  const query = queryOf(settled);
  const { queryKey, queryFn, isLive = false } = query ?? NO_QUERY;
  const { data, error, refetch } = useQuery<T>(queryKey, queryFn, { isLive, keepPreviousData: false });
  const state = (): PreviewState<T> => {
    if (settled !== item) return { status: "loading" };
    if (data !== null) return { status: "ready", data };
    return error ? { status: "failed", text: formatError(error).text } : { status: "loading" };
  };
  return { state: state(), retry: refetch };
}
