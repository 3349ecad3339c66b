import type { ReactNode } from "react";
import { fixedNow } from "./Clock.ts";

export interface ClockProviderProps {
  /** ISO 8601. */
  now: string;
  children: ReactNode;
}

/** Fixes the clock for its children: stories and tests use a constant time. */
export const ClockProvider = ({ now, children }: ClockProviderProps) => (
  <fixedNow.Provider value={new Date(now).getTime()}>{children}</fixedNow.Provider>
);
