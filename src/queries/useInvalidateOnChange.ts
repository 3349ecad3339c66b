import { useEffect, useRef } from "react";
import { useStableCallback } from "../hooks/useStableCallback.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { queryClientOf } from "./queryClient.ts";
import { type QueryFilter, invalidateInClient } from "./queryClients.ts";

/**
 * Marks queries as outdated when a state changes, which repeats those that are on screen; not on the first render.
 * @param scope what the state belongs to: a state of another scope is no change
 */
export function useInvalidateOnChange(scope: string, state: string, filters: QueryFilter): void {
  const client = queryClientOf(useStore());
  const seen = useRef({ scope, state });
  const invalidate = useStableCallback(() => void invalidateInClient(client, filters));
  useEffect(() => {
    const isChanged = seen.current.scope === scope && seen.current.state !== state;
    seen.current = { scope, state };
    if (isChanged) invalidate();
  }, [invalidate, scope, state]);
}

/** The queries with `isLive` whose data a sync of this project changes. */
export const liveQueries = (slug: string): QueryFilter => ({
  predicate: ({ queryKey: [area, owner], meta }) =>
    meta?.["isLive"] === true && ((area === "project" && owner === slug) || area === "insights"),
});
