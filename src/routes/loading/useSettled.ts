import { useEffect, useState } from "react";
import type { LoadState } from "../AsyncContent.tsx";

/** Milliseconds without any answer after which what has come is shown, although what is late may move it: such a host fails rather than is slow. */
const WAIT_MS = 10_000;

const isUnanswered = ({ data, error, isLoading }: LoadState<unknown>): boolean =>
  data === null && error === null && isLoading;

/** Whether all queries have their first answer or failure, so that parts of a page appear together and none moves another. It never becomes false again. */
export function useSettled(...queries: readonly LoadState<unknown>[]): boolean {
  return useSettledCount(queries) === queries.length;
}

/**
 * The number of parts of a page that can be shown, from the first one: those before the first query without an answer or a failure. What is late then
 * appears below what is shown and moves nothing. The number never falls.
 * @param queries of the parts, from top to bottom
 */
export function useSettledCount(queries: readonly LoadState<unknown>[]): number {
  const isOver = useWaitLimit(queries.filter(isUnanswered).length);
  const [most, setMost] = useState(0);
  const first = isOver ? -1 : queries.findIndex(isUnanswered);
  const count = Math.max(most, first === -1 ? queries.length : first);
  if (count !== most) setMost(count);
  return count;
}

/** Whether what is late is waited for no more. @param state of what is waited for: each change of it begins the time again */
export function useWaitLimit(state: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return isOver;
}
