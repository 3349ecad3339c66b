import { useQueries as useCachedQueries, type UseQueryResult } from "@tanstack/react-query";
import { useStableCallback } from "../hooks/useStableCallback.ts";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { cachedQueryFn, NOTHING, type CachedResult } from "./cachedResult.ts";
import type { QueryKey } from "./queryKey.ts";
import { queryClientOf } from "./queryClient.ts";
import { useRefetchOnReconnect } from "./useRefetchOnReconnect.ts";

export interface QueryDefinition<T> {
  readonly queryKey: QueryKey;
  readonly queryFn: (signal: AbortSignal) => Promise<Result<T>>;
  /** As in `useQuery`. */
  readonly isLive?: boolean;
}

export interface QueriesState<T> {
  /** In the order of the queries; the array is the same until one of them changes. */
  readonly states: readonly { readonly data: T | null; readonly error: ApiError | null; readonly isLoading: boolean }[];
  /** Repeats those that have failed. */
  readonly retry: () => void;
}

const statesOf = <T>(results: readonly UseQueryResult<CachedResult<T>>[]) =>
  results.map(({ data: { data, error } = NOTHING, isFetching }) => ({ data, error, isLoading: isFetching }));

/**
 * The data of a changing number of requests: the levels of a tree, the batches of a search. Each is cached as by `useQuery`.
 */
export function useQueries<T>(queries: readonly QueryDefinition<T>[]): QueriesState<T> {
  const client = queryClientOf(useStore());
  const states = useCachedQueries(
    {
      queries: queries.map(({ queryKey, queryFn, isLive = false }) => ({
        queryKey,
        queryFn: cachedQueryFn(client, queryFn),
        meta: { isLive },
      })),
      combine: statesOf<T>,
    },
    client,
  );
  const retry = useStableCallback(() => {
    queries.forEach(({ queryKey }, index) => {
      if (states[index]?.error) void client.refetchQueries({ queryKey, exact: true });
    });
  });
  useRefetchOnReconnect(
    states.some(({ error }) => error !== null),
    retry,
  );
  return { states, retry };
}
