import { useEffect, useState } from "react";
import type { LoadState } from "../AsyncContent.tsx";

/** How long parts of a page wait for each other, in milliseconds. */
const WAIT_MS = 400;

const isUnanswered = ({ data, error, isLoading }: LoadState<unknown>): boolean =>
  data === null && error === null && isLoading;

/**
 * Whether all queries have their first answer or failure, so that parts of a page appear together and none moves another. True as well
 * when the slowest takes longer than the wait, and from then on.
 */
export function useSettled(...queries: readonly LoadState<unknown>[]): boolean {
  return useSettledWithin(WAIT_MS, ...queries);
}

/** `useSettled` with a wait of its own, in milliseconds: for parts that would move much. */
export function useSettledWithin(waitMs: number, ...queries: readonly LoadState<unknown>[]): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  if (!isOver && !queries.some(isUnanswered)) setIsOver(true);
  return isOver;
}
