import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ApiError, Result } from "../services/result.ts";

/** What the cache has for a key. A failure is a value too, so that the last good data and the failure both stay while it is repeated. */
export interface CachedResult<T> {
  readonly data: T | null;
  readonly error: ApiError | null;
}

export const NOTHING: CachedResult<never> = { data: null, error: null };

/** The function of a query whose failures are values. */
export const cachedQueryFn =
  <T>(client: QueryClient, queryFn: (signal: AbortSignal) => Promise<Result<T>>) =>
  async ({ signal, queryKey }: { signal: AbortSignal; queryKey: QueryKey }): Promise<CachedResult<T>> => {
    const { success, data, error } = await queryFn(signal);
    return { data: success ? data : (client.getQueryData<CachedResult<T>>(queryKey)?.data ?? null), error };
  };
