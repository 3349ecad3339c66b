import { LoaderError } from "./unwrap.ts";
import type { ConnectivityStore } from "../../stores/ConnectivityStore.ts";
import type { KeyValueStorage } from "../../stores/StoreEnv.ts";

const KEY = "clew.reloadedForChunk";
const ONCE_WITHIN_MS = 60_000;

/** A chunk of the page or of a service that failed to load, after a release or without a network. Browsers differ in the message. */
export const isChunkError = (error: unknown): boolean =>
  (error instanceof LoaderError && error.failure.kind === "chunk") ||
  (error instanceof Error &&
    /dynamically imported module|module script failed|unable to preload|expected a javascript/i.test(error.message));

export interface ChunkErrorOptions {
  readonly router: {
    readonly state: {
      readonly initialized: boolean;
      /** The target of a navigation in progress, if any. */
      readonly navigation: {
        readonly location?: { readonly pathname: string; readonly search: string; readonly hash: string } | undefined;
      };
    };
  };
  readonly connectivity: Pick<ConnectivityStore, "announceNewVersion">;
  /** Whether the server is reachable. */
  readonly check: () => Promise<boolean>;
  readonly tabStorage: KeyValueStorage;
  readonly now: () => number;
  /** Loads a page, the current one without an address. */
  readonly load: (href?: string) => void;
  readonly window: Pick<Window, "addEventListener">;
  /** A chunk of the first screen failed before this was called. */
  readonly hasFailed?: boolean;
}

/**
 * After a release the chunks of the open page are gone. A navigation to another screen is completed by a full page load, once: the old
 * screen is left anyway, and a second miss within a minute is another fault, which the error boundary shows. Without a navigation (a
 * dialog's chunk) the page is not reloaded, because typed text would be lost: the bar at the bottom announces the new version. Nothing is
 * loaded while the server is unreachable either: the browser's error page would replace the app.
 */
export function handleChunkErrors(options: ChunkErrorOptions): void {
  const { router, connectivity, check, tabStorage, now, load } = options;
  const handle = (isFirstScreen: boolean): void => {
    const { location } = router.state.navigation;
    const target = location && `${location.pathname}${location.search}${location.hash}`;
    // During the first load of the page nothing is on screen yet, either. Before the check, after which a failed load counts as ended.
    const isOnTheWay = isFirstScreen || target !== undefined;
    const decide = async (): Promise<void> => {
      if (!(await check())) return;
      const isAgain = now() - Number(tabStorage.getItem(KEY) ?? 0) < ONCE_WITHIN_MS;
      if (!isOnTheWay || isAgain) {
        connectivity.announceNewVersion();
        return;
      }
      tabStorage.setItem(KEY, String(now()));
      load(target);
    };
    void decide();
  };
  options.window.addEventListener("vite:preloadError", () => handle(!router.state.initialized));
  if (options.hasFailed === true) handle(true);
}
