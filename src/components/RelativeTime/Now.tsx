import { createContext, use, useSyncExternalStore, type ReactNode } from "react";

const FixedNow = createContext<number | null>(null);

const MINUTE = 60_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let present = Date.now();

/** One clock for all relative times of the page: it ticks once a minute, and only while somebody reads it. */
function subscribe(onTick: () => void): () => void {
  readers.add(onTick);
  timer ??= setInterval(() => {
    present = Date.now();
    for (const reader of readers) reader();
  }, MINUTE);
  return () => {
    readers.delete(onTick);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function readPresent(): number {
  if (!timer || Date.now() - present >= MINUTE) present = Date.now();
  return present;
}

/** Stops the clock for what is inside: stories and tests stand at one moment. */
export function NowProvider({ now, children }: { now: string; children: ReactNode }) {
  return <FixedNow value={new Date(now).getTime()}>{children}</FixedNow>;
}

/** The present in milliseconds since 1970, at most a minute old. */
export function useNow(): number {
  const fixed = use(FixedNow);
  const running = useSyncExternalStore(subscribe, readMinute, readMinute);
  return fixed ?? running;
}

/** The same number within a minute, as useSyncExternalStore demands of a snapshot. */
function readMinute(): number {
  return readPresent();
}
