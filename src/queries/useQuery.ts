import { keepPreviousData as keepPlaceholder, useQuery as useCachedQuery } from "@tanstack/react-query";
import { reaction } from "mobx";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { queryClientOf } from "./queryClient.ts";

export interface QueryState<T> {
  /** The last successful answer: it stays while the request is repeated, and when that fails. */
  readonly data: T | null;
  /** Stays during a retry. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly refetch: () => void;
}

export interface QueryOptions<T> {
  /** A new value means that the data on the server has changed, and repeats the request. */
  readonly version?: string | number;
  /**
   * Whether the data of the previous key stays until those of the new one arrive: a list may stay until its new filter is applied, but one
   * page does not replace another. Default: true.
   */
  readonly keepPreviousData?: boolean;
  /** Milliseconds after which the request is repeated, computed from the last data; false for not at all. */
  readonly refetchIntervalMs?: (data: T | null) => number | false;
}

/** What the cache has for a key. A failure is a value too, so that the last good data and the failure both stay while it is repeated. */
interface Cached<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
}

const NOTHING: Cached<never> = { data: null, error: null };

/**
 * The data of one request. Two parts of a page with the same key share one request, the way back to a tab shows the cached data at once
 * while they are fetched again, and a request that nobody waits for any more is aborted.
 * @param queryKey identifies the request in the whole app: what is asked for, and of what (`["documents.content", slug, path]`); null sends none
 */
export function useQuery<T>(
  queryKey: readonly unknown[] | null,
  queryFn: (signal: AbortSignal) => Promise<Result<T>>,
  { version = "", keepPreviousData = true, refetchIntervalMs }: QueryOptions<T> = {},
): QueryState<T> {
  const store = useStore();
  const client = queryClientOf(store);
  const {
    data: cached,
    isFetching,
    refetch,
  } = useCachedQuery<Cached<T>>(
    {
      queryKey: queryKey ?? [],
      enabled: queryKey !== null,
      queryFn: async ({ signal, queryKey: key }) => {
        const { success, data, error } = await queryFn(signal);
        return { data: success ? data : (client.getQueryData<Cached<T>>(key)?.data ?? null), error };
      },
      ...(keepPreviousData && { placeholderData: keepPlaceholder }),
      ...(refetchIntervalMs && { refetchInterval: (query) => refetchIntervalMs(query.state.data?.data ?? null) }),
    },
    client,
  );
  const isAsked = queryKey !== null;
  const again = useCallback(() => {
    if (isAsked) void refetch();
  }, [isAsked, refetch]);

  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    again();
  }, [version, again]);

  const { data, error } = (isAsked ? cached : undefined) ?? NOTHING;
  // The cache drops the previous key's data as soon as the new key has a failure.
  const [last, setLast] = useState<T | null>(null);
  if (isAsked ? data !== null && data !== last : last !== null) setLast(data);
  const hasFailed = error !== null;
  const { connectivity } = store;
  useEffect(
    () => (hasFailed ? reaction(() => connectivity.reconnectCount, again) : undefined),
    [connectivity, hasFailed, again],
  );

  return {
    data: data ?? (keepPreviousData && error ? last : null),
    error,
    isLoading: isAsked && isFetching,
    refetch: again,
  };
}
