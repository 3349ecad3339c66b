import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { reaction } from "mobx";
import type { QueryKey } from "./queryKey.ts";
import type { RootStore } from "../stores/RootStore.ts";

/** Which queries are invalidated: those whose keys begin with one of `queryKeys.ts`, or those of a predicate. */
export interface QueryFilter extends Pick<QueryFilters, "predicate"> {
  readonly queryKey?: QueryKey;
}

/** The cache of each store's signed-in user. Without an import of the library, so that a form can be loaded before it. */
export const queryClients = new WeakMap<RootStore, QueryClient>();

/** Ends the cache of a user as soon as the token changes. Returns a function that stops it. */
export function endQueriesWithSession(store: RootStore): () => void {
  return reaction(
    () => store.session.token,
    () => {
      queryClients.get(store)?.clear();
      queryClients.delete(store);
    },
  );
}

/**
 * Marks queries as outdated and fetches those on screen again. The first request of a query that is in flight is cancelled: its answer may be
 * older than the change, and `invalidateQueries` alone keeps it.
 */
export async function invalidateInClient(client: QueryClient, filters: QueryFilter): Promise<void> {
  const { predicate } = filters;
  await client.cancelQueries({
    ...filters,
    predicate: (query) => query.state.data === undefined && (predicate?.(query) ?? true),
  });
  await client.invalidateQueries(filters);
}

/** Fetches the queries again whose keys begin with one of these; without a cache there is nothing to fetch. */
export function invalidateQueries(store: RootStore, beginnings: readonly QueryKey[]): void {
  const client = queryClients.get(store);
  if (client) for (const queryKey of beginnings) void invalidateInClient(client, { queryKey });
}
