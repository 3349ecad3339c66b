import { QueryClient } from "@tanstack/react-query";
import type { RootStore } from "../stores/RootStore.ts";
import { queryClients } from "./queryClients.ts";

/** How long data stays that no screen shows: the way back to a tab draws it at once, while it is fetched again. */
const UNUSED_MS = 5 * 60_000;

/**
 * The cache of the signed-in user's data, created by its first reader. It ends with the session (`endQueriesWithSession`), so that nothing of
 * one user is shown to the next. Loaded with the first screen that needs it, not with the first page.
 */
export function queryClientOf(store: RootStore): QueryClient {
  const existing = queryClients.get(store);
  if (existing) return existing;
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: UNUSED_MS,
        // The services time out, classify errors and know whether the server is reachable; a retry is the user's or the reconnect's.
        retry: false,
        networkMode: "always",
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
    },
  });
  queryClients.set(store, client);
  return client;
}
