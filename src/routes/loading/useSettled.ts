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
  const [isOver, setIsOver] = useState(false);
  const [most, setMost] = useState(0);
  const missing = queries.filter(isUnanswered).length;
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [missing]);
  const first = isOver ? -1 : queries.findIndex(isUnanswered);
  const count = Math.max(most, first === -1 ? queries.length : first);
  if (count !== most) setMost(count);
  return count;
}
