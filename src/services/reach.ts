import { API_PREFIX } from "../../contract/constants.ts";

/** `offline`: the browser knows of no network; `away`: there is one, and the server does not answer. */
export type Place = "here" | "offline" | "away";

export interface ReachOptions {
  /** Scheme, host and port of the provider; an empty text for the page's own. */
  readonly origin: string;
  readonly onPlace: (place: Place) => void;
  /** The browser's network news; the window unless a test hands in another. */
  readonly window?: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly isOnline?: () => boolean;
  readonly fetch?: (url: string, init: RequestInit) => Promise<{ readonly status: number }>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

export interface Reach {
  /** Whether the server answers now. Many askers share one question. */
  check: () => Promise<boolean>;
  stop: () => void;
}

const FIRST_MS = 2000;
const LAST_MS = 30_000;
const PATIENCE_MS = 5000;

/** Milliseconds before the next look: longer with each, and never the same for two browsers, or all would come back in one second. */
export const lookAgainAfter = (misses: number, random: number): number =>
  Math.min(LAST_MS, FIRST_MS * 1.6 ** misses) * (0.5 + random);

/**
 * Knows whether the server can be reached. It asks nothing while all goes well: a call that got no answer, or the browser's own word, makes
 * it look, and then it looks again, ever more seldom, until there is an answer.
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
