import { useEffect, useRef, useState } from "react";
import { PREVIEW_DEBOUNCE_MS } from "../usePreviewQuery.ts";

/**
 * The row in the preview. It changes at once, and the address after a debounce: browsers reject an address that changes thirty times a
 * second.
 *
 * @param committed the value in the address
 * @param commit writes it into the address
 */
export function usePreviewedRow(
  committed: string | null,
  commit: (id: string | null) => void,
): [previewed: string | null, preview: (id: string | null) => void] {
  const [wish, setWish] = useState<string | null | undefined>(undefined);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  if (wish !== undefined && wish === committed) setWish(undefined); // the address has caught up
  useEffect(() => {
    if (wish === undefined) return undefined;
    const timer = setTimeout(() => latest.current(wish), PREVIEW_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wish, committed]);
  return [wish === undefined ? committed : wish, setWish];
}
