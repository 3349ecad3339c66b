import { useCallback } from "react";
import type { Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { cachedQueryFn, NOTHING, type CachedResult } from "./cachedResult.ts";
import type { QueryKey } from "./queryKey.ts";
import { queryClientOf } from "./queryClient.ts";

/** Resolves with the cached data of a query, or with those of its running or new request; null if that fails or is cancelled. */
export type EnsureQuery = <T>(
  queryKey: QueryKey,
  queryFn: (signal: AbortSignal) => Promise<Result<T>>,
) => Promise<T | null>;

/** Reads queries for an action, such as copying what several parts of a page show. */
export function useEnsureQuery(): EnsureQuery {
  const client = queryClientOf(useStore());
  return useCallback<EnsureQuery>(
    async <T>(queryKey: QueryKey, queryFn: (signal: AbortSignal) => Promise<Result<T>>) => {
      const { data }: CachedResult<T> = await client
        .ensureQueryData({ queryKey, queryFn: cachedQueryFn(client, queryFn) })
        .catch((): CachedResult<T> => NOTHING);
      return data;
    },
    [client],
  );
}
