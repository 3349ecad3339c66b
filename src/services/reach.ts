import { API_PREFIX } from "../../contract/constants.ts";

/** `offline`: the browser has no network; `away`: it has one, and the server does not respond. */
export type Place = "here" | "offline" | "away";

export interface ReachOptions {
  /** Scheme, host and port of the API; empty for the page's own origin. */
  readonly origin: string;
  readonly onPlace: (place: Place) => void;
  /** Source of the browser's online and offline events; the window unless a test passes another. */
  readonly window?: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly isOnline?: () => boolean;
  readonly fetch?: (url: string, init: RequestInit) => Promise<{ readonly status: number }>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export interface Reach {
  /** Whether the server responds now. Concurrent callers share one request. */
  check: () => Promise<boolean>;
  stop: () => void;
}

const FIRST_MS = 2000;
const LAST_MS = 30_000;
const PATIENCE_MS = 5000;

/** Milliseconds before the next check: exponential backoff with jitter, so that browsers do not reconnect at once. */
export const lookAgainAfter = (misses: number, random: number): number =>
  Math.min(LAST_MS, FIRST_MS * 1.6 ** misses) * (0.5 + random);

/**
 * Tracks whether the server is reachable. It sends no request while all goes well: a request without a response, or the browser's own
 * event, triggers a check, which is retried with backoff until the server responds.
 */
export function watchReach(options: ReachOptions): Reach {
  const { origin, onPlace } = options;
  const host = options.window ?? window;
  const isOnline = options.isOnline ?? (() => navigator.onLine);
  const ask = options.fetch ?? ((url, init) => fetch(url, init));
  const random = options.random ?? Math.random;
  let place: Place = "here";
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: Promise<boolean> | null = null;
  let isStopped = false;

  const look = async (): Promise<boolean> => {
    clearTimeout(timer);
    let answers = false;
    try {
      // A proxy reports an unreachable server by 502 and 504; every other status comes from the server itself.
      const { status } = await ask(`${origin}${API_PREFIX}health/live/`, {
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      answers = status !== 502 && status !== 504;
    } catch {
      answers = false;
    }
    if (isStopped) return answers;
    misses = answers ? 0 : misses + 1;
    if (!answers) timer = setTimeout(() => void check(), lookAgainAfter(misses - 1, random()));
    const next = answers ? "here" : isOnline() ? "away" : "offline";
    if (next !== place) onPlace(next);
    place = next;
    return answers;
  };
  const check = (): Promise<boolean> => {
    asking ??= look().finally(() => {
      asking = null;
    });
    return asking;
  };
  const handleNews = (): void => void check();
  host.addEventListener("online", handleNews);
  host.addEventListener("offline", handleNews);
  return {
    check,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      host.removeEventListener("online", handleNews);
      host.removeEventListener("offline", handleNews);
    },
  };
}
