import type { NotificationsSocket } from "../services/socket.ts";
import type { Place } from "../services/reach.ts";
import type { ReachStore } from "../stores/ReachStore.ts";
import { isChunkFailure } from "./missingChunk.ts";
import { isLiveRoute, type OnScreen } from "./liveSocket.ts";

/** All pages that were left alone come back within so long, and not in the same moment. */
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
 * What happens when the server is lost and found: the bar says so at once; once it is back the socket is opened again, what is on screen
 * is asked for anew, what its parts could not get is too, and a page that could not be loaded is.
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
