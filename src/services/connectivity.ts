import { API_PREFIX } from "../../contract/constants.ts";

/** `offline`: the browser has no network; `unreachable`: it has one, and the server does not respond. */
export type ConnectionStatus = "online" | "offline" | "unreachable";

export interface ConnectivityOptions {
  /** Scheme, host and port of the API; empty for the page's own origin. */
  readonly origin: string;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** Source of the browser's online and offline events; the window unless a test passes another. */
  readonly window?: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly isOnline?: () => boolean;
  readonly fetch?: (url: string, init: RequestInit) => Promise<{ readonly status: number }>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export interface ConnectivityMonitor {
  /** Whether the server responds now. Concurrent callers share one request. */
  check: () => Promise<boolean>;
  stop: () => void;
}

const FIRST_MS = 2000;
const LAST_MS = 30_000;
const TIMEOUT_MS = 5000;

/** Milliseconds before the next check: exponential backoff with jitter, so that browsers do not reconnect at the same time. */
export const retryDelayMs = (misses: number, random: number): number =>
  Math.min(LAST_MS, FIRST_MS * 1.6 ** misses) * (0.5 + random);

/**
 * Tracks whether the server is reachable. It sends no request while all goes well: a request without a response, or the browser's own
 * event, triggers a check, which is retried with backoff until the server responds.
 */
export function watchConnectivity(options: ConnectivityOptions): ConnectivityMonitor {
  const { origin, onStatus } = options;
  const host = options.window ?? window;
  const isOnline = options.isOnline ?? (() => navigator.onLine);
  const fetchHealth = options.fetch ?? ((url, init) => fetch(url, init));
  const random = options.random ?? Math.random;
  let current: ConnectionStatus = "online";
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let probing: Promise<boolean> | null = null;
  let isStopped = false;

  const probe = async (): Promise<boolean> => {
    clearTimeout(timer);
    let isReachable = false;
    try {
      // A proxy reports an unreachable server by 502 and 504; every other status comes from the server itself.
      const { status } = await fetchHealth(`${origin}${API_PREFIX}health/live/`, {
        cache: "no-store",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      isReachable = status !== 502 && status !== 504;
    } catch {
      isReachable = false;
    }
    if (isStopped) return isReachable;
    misses = isReachable ? 0 : misses + 1;
    if (!isReachable) timer = setTimeout(() => void check(), retryDelayMs(misses - 1, random()));
    const next = isReachable ? "online" : isOnline() ? "unreachable" : "offline";
    if (next !== current) onStatus(next);
    current = next;
    return isReachable;
  };
  const check = (): Promise<boolean> => {
    probing ??= probe().finally(() => {
      probing = null;
    });
    return probing;
  };
  const recheck = (): void => void check();
  host.addEventListener("online", recheck);
  host.addEventListener("offline", recheck);
  return {
    check,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      host.removeEventListener("online", recheck);
      host.removeEventListener("offline", recheck);
    },
  };
}
