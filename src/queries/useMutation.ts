import { useCallback, useState } from "react";
import { useStableCallback } from "../hooks/useStableCallback.ts";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import type { QueryKey } from "./queryKey.ts";
import { invalidateQueries } from "./queryClients.ts";

export interface Mutation<V extends readonly unknown[], T> {
  /** Sends the request and resolves after the callbacks; it does not reject. */
  readonly mutate: (...variables: V) => Promise<Result<T>>;
  /** Whether a request or one of its callbacks runs. */
  readonly isPending: boolean;
  /** The variables of the running requests: which rows of a list are busy. */
  readonly pending: readonly V[];
  /** The answer of the last attempt, until the next one starts; null if it failed. */
  readonly data: T | null;
  /** The failure of the last attempt, for the form or the notice; null again when the next one starts. */
  readonly error: ApiError | null;
  readonly reset: () => void;
}

export interface MutationOptions<V extends readonly unknown[], T> {
  /** Runs before `mutate` resolves: closing a dialog, revalidating the loader. */
  readonly onSuccess?: (data: T, ...variables: V) => unknown;
  readonly onError?: (error: ApiError, ...variables: V) => unknown;
  /** Runs after either: a refusal may mean that the page is out of date. */
  readonly onSettled?: () => unknown;
  /** Beginnings of the query keys whose data has changed; they are fetched again. */
  readonly invalidates?: readonly QueryKey[];
}

/** A request that changes something: whether it runs, how it failed, and what is out of date afterwards. */
export function useMutation<V extends readonly unknown[], T>(
  mutationFn: (...variables: V) => Promise<Result<T>>,
  options: MutationOptions<V, T> = {},
): Mutation<V, T> {
  const store = useStore();
  const [pending, setPending] = useState<readonly V[]>([]);
  const [data, setData] = useState<T | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  /** With the options at that time: the answer may arrive many renders after the call. */
  const finish = useStableCallback(async (result: Result<T>, variables: V): Promise<void> => {
    const { onSuccess, onError, onSettled, invalidates = [] } = options;
    if (result.success) {
      invalidateQueries(store, invalidates);
      await onSuccess?.(result.data, ...variables);
    } else await onError?.(result.error, ...variables);
    await onSettled?.();
  });
  const mutate = useStableCallback(async (...variables: V): Promise<Result<T>> => {
    setPending((now) => [...now, variables]);
    setData(null);
    setError(null);
    try {
      const result = await mutationFn(...variables);
      setData(() => result.data);
      setError(result.error);
      await finish(result, variables);
      return result;
    } finally {
      setPending((now) => now.filter((running) => running !== variables));
    }
  });
  const reset = useCallback(() => {
    setData(null);
    setError(null);
  }, []);
  return { mutate, isPending: pending.length > 0, pending, data, error, reset };
}
