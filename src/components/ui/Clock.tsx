import { createContext, use, useSyncExternalStore, type ReactNode } from "react";
import { MINUTE_MS } from "../../../contract/durations.ts";

const FixedNow = createContext<number | null>(null);

const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
/** Milliseconds that this machine's clock is behind the server's; zero while they agree. */
let offsetMs = 0;
let present = Date.now();

const read = (): number => Date.now() + offsetMs;

/** Smaller differences may be network latency, or rounding: the server reports whole seconds. */
const AGREED_MS = MINUTE_MS;

/**
 * Relative times such as "two hours ago" use the server's clock, because the times on the page are the server's: a wrong clock on this
 * machine has no effect.
 * @param milliseconds that this machine's clock is behind the server's
 */
export function setClockOffset(milliseconds: number): void {
  offsetMs = Math.abs(milliseconds) < AGREED_MS ? 0 : milliseconds;
  for (const reader of readers) reader();
}

/** One clock for all relative times of the page: it ticks once a minute, and only while it has subscribers. */
function subscribe(onTick: () => void): () => void {
  readers.add(onTick);
  timer ??= setInterval(() => {
    present = read();
    for (const reader of readers) reader();
  }, MINUTE_MS);
  return () => {
    readers.delete(onTick);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Rounded to a minute: useSyncExternalStore renders again for a snapshot that changes during a render. */
function readPresent(): number {
  if (Math.abs(read() - present) >= MINUTE_MS) present = read();
  return present;
}

/** Fixes the clock for its children: stories and tests use a constant time. */
export function ClockProvider({ now, children }: { now: string; children: ReactNode }) {
  return <FixedNow value={new Date(now).getTime()}>{children}</FixedNow>;
}

/** The current time in milliseconds since 1970, accurate to a minute or two. */
export function useNow(): number {
  const fixed = use(FixedNow);
  const running = useSyncExternalStore(subscribe, readPresent, readPresent);
  return fixed ?? running;
}
