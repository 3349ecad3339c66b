import { useEffect, useState } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { PREVIEW_DEBOUNCE_MS } from "./usePreviewQuery.ts";

/**
 * The row in the preview. It changes at once, and the address after a debounce: browsers reject an address that changes thirty times a
 * second.
 *
 * @param committed the value in the address
 * @param commit writes it into the address
 * @param list `key` identifies the rows: a row of one list is not previewed in the next. While `isStale`, nothing is written.
 */
export function usePreviewedRow(
  committed: string | null,
  commit: (id: string | null) => void,
  list: { readonly key: string; readonly isStale: boolean },
): [previewed: string | null, preview: (id: string | null) => void] {
  const { isStale } = list;
  const [pendingId, setPendingId] = useState<string | null | undefined>(undefined);
  const [listed, setListed] = useState(list.key);
  if (listed !== list.key) {
    setListed(list.key);
    setPendingId(undefined);
  }
  const commitLatest = useStableCallback(commit);
  if (pendingId !== undefined && pendingId === committed) setPendingId(undefined); // the address has caught up
  useEffect(() => {
    if (pendingId === undefined || isStale) return undefined;
    const timer = setTimeout(() => commitLatest(pendingId), PREVIEW_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [pendingId, committed, isStale, commitLatest]);
  return [pendingId === undefined ? committed : pendingId, setPendingId];
}
