import { reaction } from "mobx";
import { useEffect } from "react";
import { useStore } from "../stores/StoreProvider.tsx";

/**
 * For a part of a page that loads its own data: retries a failure once the server is reachable again. The router does so for data of
 * loaders.
 */
export function useRefetchOnReconnect(hasFailed: boolean, retry: () => void): void {
  const { connectivity } = useStore();
  useEffect(
    () => (hasFailed ? reaction(() => connectivity.reconnectCount, retry) : undefined),
    [connectivity, hasFailed, retry],
  );
}
