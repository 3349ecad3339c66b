import type { NotificationsSocket } from "../../services/socket.ts";
import type { ConnectionStatus } from "../../services/connectivity.ts";
import type { ConnectivityStore } from "../../stores/ConnectivityStore.ts";
import { isChunkError } from "../failures/chunkErrors.ts";
import { isLiveRoute, type ActiveRoutes } from "./syncSocketToRoute.ts";

/** Spread of the reconnects of all clients, in milliseconds. */
const SPREAD_MS = 3000;

export interface ConnectivitySync {
  readonly router: { readonly state: ActiveRoutes; revalidate(): Promise<void> };
  readonly connectivity: Pick<ConnectivityStore, "setStatus" | "noteReconnect">;
  readonly socket: Pick<NotificationsSocket, "connect">;
  readonly load: () => void;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly after: (milliseconds: number, run: () => void) => unknown;
}

/**
 * Reacts to the loss and return of the server: the bar shows it at once; on the return the socket reconnects, the screen revalidates,
 * failed parts are requested again, and a page that failed to load is reloaded.
 */
export function syncConnectivity({
  router,
  connectivity,
  socket,
  load,
  random,
  after,
}: ConnectivitySync): (status: ConnectionStatus) => void {
  return (status) => {
    connectivity.setStatus(status);
    if (status !== "online") return;
    after(random() * SPREAD_MS, () => {
      if (Object.values(router.state.errors ?? {}).some(isChunkError)) {
        load();
        return;
      }
      if (isLiveRoute(router.state)) socket.connect();
      connectivity.noteReconnect();
      void router.revalidate();
    });
  };
}
