import { useCallback, useEffect, useRef, useState } from "react";
import type { ApiError, Result } from "../services/result.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { queryClientOf } from "./queryClient.ts";

export interface Mutation<V extends readonly unknown[], T> {
  /** Sends the request and resolves after `onSuccess`; it does not reject. */
  readonly mutate: (...variables: V) => Promise<Result<T>>;
  readonly isPending: boolean;
  /** The failure of the last attempt, for the form or the notice; null again when the next one starts. */
  readonly error: ApiError | null;
  readonly reset: () => void;
}

export interface MutationOptions<T> {
  /** Runs before `mutate` resolves: closing a dialog, revalidating the loader. */
  readonly onSuccess?: (data: T) => unknown;
  /** Beginnings of the query keys whose data has changed; they are fetched again. */
  readonly invalidates?: readonly (readonly unknown[])[];
}

/** A request that changes something: whether it runs, how it failed, and what is out of date afterwards. */
export function useMutation<V extends readonly unknown[], T>(
  mutationFn: (...variables: V) => Promise<Result<T>>,
  options: MutationOptions<T> = {},
): Mutation<V, T> {
  const store = useStore();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const latest = useRef({ mutationFn, options });
  useEffect(() => {
    latest.current = { mutationFn, options };
  });

  const mutate = useCallback(
    async (...variables: V): Promise<Result<T>> => {
      setPending(true);
      setError(null);
      const result = await latest.current.mutationFn(...variables);
      setPending(false);
      setError(result.error);
      if (result.success) {
        const { onSuccess, invalidates = [] } = latest.current.options;
        const client = queryClientOf(store);
        for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
        await onSuccess?.(result.data);
      }
      return result;
    },
    [store],
  );
  const reset = useCallback(() => setError(null), []);
  return { mutate, isPending, error, reset };
}
