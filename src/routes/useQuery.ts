import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useRefetchOnReconnect } from "./useRefetchOnReconnect.ts";

export interface QueryState<T> {
  /** The last successful answer: it stays while the request is repeated, and when that fails. */
  readonly data: T | null;
  /** Stays during a retry. */
  readonly error: ApiError | null;
  readonly isLoading: boolean;
  readonly refetch: () => void;
}

export interface QueryOptions {
  /** A new value repeats the request. */
  version?: string | number;
  /**
   * Whether the data of the previous key stays until those of the new one arrive: a list may stay until its new filter is applied, but one
   * page does not replace another. Default: true.
   */
  keepPreviousData?: boolean;
}

const NOTHING = { key: null, data: null, error: null, isLoading: false };

/**
 * Sends one request per `queryKey`; a newer one aborts the older, so answers cannot arrive out of order.
 * @param queryKey identifies the request as text; null sends none
 */
export function useQuery<T>(
  queryKey: string | null,
  queryFn: (signal: AbortSignal) => Promise<Result<T>>,
  { version = "", keepPreviousData = true }: QueryOptions = {},
): QueryState<T> {
  const [state, setState] = useState<
    Pick<QueryState<T>, "data" | "error" | "isLoading"> & { readonly key: string | null }
  >(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(queryFn);
  useEffect(() => {
    latest.current = queryFn;
  });

  useEffect(() => {
    if (queryKey === null) return undefined;
    const controller = new AbortController();
    setState((before) => ({
      ...(!keepPreviousData && before.key !== queryKey ? NOTHING : before),
      key: queryKey,
      isLoading: true,
    }));
    const run = async () => {
      const { success, data, error } = await latest.current(controller.signal);
      // An aborted request may still resolve, for example from a cache.
      if (controller.signal.aborted) return;
      setState((before) => ({
        key: queryKey,
        data: success ? data : before.data,
        error,
        isLoading: false,
      }));
    };
    void run();
    return () => controller.abort();
  }, [queryKey, version, attempt, keepPreviousData]);

  const refetch = useCallback(() => setAttempt((count) => count + 1), []);
  const { data, error } = !keepPreviousData && state.key !== queryKey ? NOTHING : state;
  useRefetchOnReconnect(error !== null, refetch);
  return {
    data,
    error,
    isLoading: queryKey !== null && (state.key !== queryKey || state.isLoading),
    refetch,
  };
}
