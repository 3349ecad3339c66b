import { useEffect, useRef } from "react";

/**
 * Repeats a request whenever its version changes, but not on the first render.
 * @param refetch the same function in each render
 */
export function useRefetchOnVersion(version: string | number, refetch: () => void): void {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refetch();
  }, [version, refetch]);
}
