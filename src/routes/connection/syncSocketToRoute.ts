import type { NotificationsSocket } from "../../services/socket.ts";
import type { AppRouter, RouteHandle } from "../router.tsx";

/** The part of the router's state that contains the active routes. */
export interface ActiveRoutes {
  readonly matches: readonly { readonly route: { readonly handle?: unknown } }[];
  readonly errors: Readonly<Record<string, unknown>> | null;
}

/** Whether an active route needs the websocket. */
export const isLiveRoute = ({ matches, errors }: ActiveRoutes): boolean =>
  errors === null && matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.live);

/**
 * Opens the socket on a route whose handle has `live` and closes it on every other. It follows the router's state, so redirects count as
 * well: the final route decides.
 */
export function syncSocketToRoute(router: AppRouter, socket: NotificationsSocket): () => void {
  const follow = (): void => {
    if (isLiveRoute(router.state)) socket.connect();
    else socket.disconnect();
  };
  follow();
  return router.subscribe(follow);
}
