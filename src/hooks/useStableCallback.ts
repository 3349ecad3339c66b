import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same and calls the newest one: for a callback that is passed to memoized children. Not for use during a render. */
export function useStableCallback<A extends readonly unknown[], R>(callback: (...args: A) => R): (...args: A) => R {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
