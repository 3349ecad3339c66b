import { useCallback } from "react";
import { useStore } from "../stores/StoreProvider.tsx";
import type { CachedResult } from "./cachedResult.ts";
import type { QueryKey } from "./queryKey.ts";
import { queryClientOf } from "./queryClient.ts";

/** Stores an answer under a further key: the data of a page whose address is about to be replaced by its canonical form. */
export function useCacheAnswer(): <T>(queryKey: QueryKey, data: T) => void {
  const client = queryClientOf(useStore());
  return useCallback(
    <T>(queryKey: QueryKey, data: T) => {
      client.setQueryData<CachedResult<T>>(queryKey, { data, error: null });
    },
    [client],
  );
}
