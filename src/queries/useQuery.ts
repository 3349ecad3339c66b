import { keepPreviousData as keepPlaceholder, useQuery as useCachedQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { cachedQueryFn, NOTHING, type CachedResult } from "./cachedResult.ts";
import type { QueryKey } from "./queryKey.ts";
import { queryClientOf } from "./queryClient.ts";
import { useRefetchOnReconnect } from "./useRefetchOnReconnect.ts";

export interface QueryState<T> {
  /** The last successful answer: it stays while the request is repeated, and when that fails. */
  readonly data: T | null;
  /** The data is that of the previous key, because the request for this one failed. */
  readonly isPrevious: boolean;
  /** The data is that of the previous key, for whatever reason. */
  readonly isEarlier: boolean;
  /** Stays during a retry. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly refetch: () => void;
  /** Changes the cached data, for the answer of a mutation. */
  readonly setData: (update: (data: T | null) => T | null) => void;
}

export interface QueryOptions<T> {
  /** A sync of the project changes the data: the request is repeated after each (see `liveQueries`). */
  readonly isLive?: boolean;
  /**
   * Whether the data of the previous key stays until those of the new one arrive: a list may stay until its new filter is applied, but one
   * page does not replace another. Default: true.
   */
  readonly keepPreviousData?: boolean;
  /** Milliseconds in which a part of the page that is mounted later does not repeat the request. Default: 0. */
  readonly staleMs?: number;
  /** Milliseconds after which the request is repeated, computed from the last data; false for not at all. */
  readonly refetchIntervalMs?: (data: T | null) => number | false;
}

/**
 * The data of one request. Two parts of a page with the same key share one request, the way back to a tab shows the cached data at once
 * while they are fetched again, and a request whose last reader is gone is aborted.
 * @param queryKey one of `queryKeys.ts`; null sends no request
 */
export function useQuery<T>(
  queryKey: QueryKey | null,
  queryFn: (signal: AbortSignal) => Promise<Result<T>>,
  { isLive = false, keepPreviousData = true, staleMs = 0, refetchIntervalMs }: QueryOptions<T> = {},
): QueryState<T> {
  const client = queryClientOf(useStore());
  const {
    data: cached,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useCachedQuery<CachedResult<T>>(
    {
      queryKey: queryKey ?? [],
      enabled: queryKey !== null,
      meta: { isLive },
      staleTime: staleMs,
      queryFn: cachedQueryFn(client, queryFn),
      ...(keepPreviousData && { placeholderData: keepPlaceholder }),
      ...(refetchIntervalMs && { refetchInterval: (query) => refetchIntervalMs(query.state.data?.data ?? null) }),
    },
    client,
  );
  const isEnabled = queryKey !== null;
  const refetchNow = useCallback(() => {
    if (isEnabled) void refetch();
  }, [isEnabled, refetch]);

  const { data, error } = (isEnabled ? cached : undefined) ?? NOTHING;
  // The cache drops the previous key's data as soon as the new key has a failure.
  const [last, setLast] = useState<T | null>(null);
  if (keepPreviousData && (isEnabled ? data !== null && data !== last : last !== null)) setLast(data);
  useRefetchOnReconnect(error !== null, refetchNow);

  const isPrevious = keepPreviousData && data === null && error !== null && last !== null;
  return {
    data: isPrevious ? last : data,
    isPrevious,
    isEarlier: isPrevious || isPlaceholderData,
    error,
    isLoading: isEnabled && isFetching,
    refetch: refetchNow,
    setData: (update) => {
      if (queryKey === null) return;
      client.setQueryData<CachedResult<T>>(queryKey, (now) => now && { ...now, data: update(now.data) });
    },
  };
}
