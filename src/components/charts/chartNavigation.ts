import type { KeyboardEvent } from "react";

/** The position that an arrow key, Home or End moves to among `count`; null for any other key or beyond the ends. */
export function nextIndex(event: KeyboardEvent, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
  const next = event.key === "Home" ? 0 : event.key === "End" ? count - 1 : at + (steps[event.key] ?? Number.NaN);
  return next >= 0 && next < count ? next : null;
}
