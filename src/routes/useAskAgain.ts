import { reaction } from "mobx";
import { useEffect } from "react";
import { useStore } from "../stores/StoreProvider.tsx";

/**
 * For a part of a page that asks by itself: what failed is asked for once more when the server, which was lost, is found again. The router
 * does so for what comes by a loader.
 */
export function useAskAgain(hasFailed: boolean, retry: () => void): void {
  const { reach } = useStore();
  useEffect(() => (hasFailed ? reaction(() => reach.returns, retry) : undefined), [reach, hasFailed, retry]);
}
