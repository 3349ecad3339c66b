import { useEffect, useRef, useState } from "react";
import type { PreviewText } from "../../components/issues/IssuePreview.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { useDebouncedValue } from "../useDebouncedValue.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Debounce of the preview's text in milliseconds: a held J does not load the issues in between. */
const DEBOUNCE_MS = 120;

/** The text of the issue in the preview, and a way to retry. */
export function useIssuePreview(slug: string, issueId: string | null): { text: PreviewText; retry: () => void } {
  const services = useServices();
  const formatError = useErrorMessage();
  const settled = useDebouncedValue(issueId, DEBOUNCE_MS);
  const { data, error, refetch } = useQuery(
    settled === null ? null : queryKeys.issue(slug, settled),
    (signal) => services.issues.get(slug, settled ?? "", signal),
    { keepPreviousData: false },
  );
  const text = (): PreviewText => {
    if (settled !== issueId) return { status: "loading" };
    if (data) return { status: "ready", body: data.body };
    return error ? { status: "failed", text: formatError(error).text } : { status: "loading" };
  };
  return { text: text(), retry: refetch };
}

/**
 * The issue in the preview. It changes at once, and the address after a debounce: browsers reject an address that changes thirty times a
 * second.
 *
 * @param committed the value in the address
 * @param commit writes it into the address
 */
export function usePreviewedIssue(
  committed: string | null,
  commit: (issueId: string | null) => void,
): [previewed: string | null, preview: (issueId: string | null) => void] {
  const [wish, setWish] = useState<string | null | undefined>(undefined);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  if (wish !== undefined && wish === committed) setWish(undefined); // the address has caught up
  useEffect(() => {
    if (wish === undefined) return undefined;
    const timer = setTimeout(() => latest.current(wish), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wish, committed]);
  return [wish === undefined ? committed : wish, setWish];
}
