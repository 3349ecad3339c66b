import type { NotificationsSocket } from "../services/socket.ts";
import type { Place } from "../services/reach.ts";
import type { ReachStore } from "../stores/ReachStore.ts";
import { isChunkFailure } from "./missingChunk.ts";
import { isLiveRoute, type OnScreen } from "./liveSocket.ts";

/** Spread of the reconnects of all clients, in milliseconds. */
const SPREAD_MS = 3000;

export interface FollowReach {
  readonly router: { readonly state: OnScreen; revalidate(): Promise<void> };
  readonly reach: Pick<ReachStore, "setPlace" | "comeBack">;
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
export function followReach({ router, reach, socket, load, random, after }: FollowReach): (place: Place) => void {
  return (place) => {
    reach.setPlace(place);
    if (place !== "here") return;
    after(random() * SPREAD_MS, () => {
      if (Object.values(router.state.errors ?? {}).some(isChunkFailure)) {
        load();
        return;
      }
      if (isLiveRoute(router.state)) socket.connect();
      reach.comeBack();
      void router.revalidate();
    });
  };
}
