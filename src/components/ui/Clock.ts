import { createContext, use, useSyncExternalStore } from "react";
import { MINUTE_MS } from "../../../contract/durations.ts";

/** The time that ClockProvider fixes, in milliseconds since 1970. */
export const fixedNow = createContext<number | null>(null);

const subscribers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Milliseconds that this machine's clock is behind the server's; zero while they agree. */
let offsetMs = 0;
let current = Date.now();

const read = (): number => Date.now() + offsetMs;

/** Smaller differences may be network latency, or rounding: the server reports whole seconds. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Relative times such as "two hours ago" use the server's clock, because the times on the page are the server's: a wrong clock on this
 * machine has no effect.
 * @param milliseconds that this machine's clock is behind the server's
 */
export function setClockOffset(milliseconds: number): void {
  offsetMs = Math.abs(milliseconds) < TOLERANCE_MS ? 0 : milliseconds;
  for (const notify of subscribers) notify();
}

/** One clock for all relative times of the page: it ticks once a minute, and only while it has subscribers. */
function subscribe(onTick: () => void): () => void {
  subscribers.add(onTick);
  timer ??= setInterval(() => {
    current = read();
    for (const notify of subscribers) notify();
  }, MINUTE_MS);
  return () => {
    subscribers.delete(onTick);
    if (subscribers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Rounded to a minute: useSyncExternalStore renders again for a snapshot that changes during a render. */
function readPresent(): number {
  if (Math.abs(read() - current) >= MINUTE_MS) current = read();
  return current;
}

/** The current time in milliseconds since 1970, accurate to a minute or two. */
export function useNow(): number {
  const fixed = use(fixedNow);
  const running = useSyncExternalStore(subscribe, readPresent, readPresent);
  return fixed ?? running;
}
