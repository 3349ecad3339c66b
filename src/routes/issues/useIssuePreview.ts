import { useCallback, useEffect, useRef, useState } from "react";
import type { PreviewText } from "../../components/issues/IssuePreview.tsx";
import { useServices } from "../appContext.tsx";
import { useRefetchOnReconnect } from "../useRefetchOnReconnect.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Debounce of the preview's text in milliseconds: a held J does not load the issues in between. */
const REST = 120;

/** The text of the issue in the preview, and a way to retry. */
export function useIssuePreview(slug: string, issueId: string | null): { text: PreviewText; retry: () => void } {
  const services = useServices();
  const formatError = useErrorMessage();
  const [answer, setAnswer] = useState<{ id: string; text: PreviewText } | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (issueId === null) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void services.issues.get(slug, issueId, controller.signal).then((result) => {
        if (controller.signal.aborted) return;
        setAnswer({
          id: issueId,
          text: result.success
            ? { status: "ready", body: result.data.body }
            : { status: "failed", text: formatError(result.error).text },
        });
      });
    }, REST);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [services, slug, issueId, formatError, attempt]);
  const retry = useCallback(() => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  }, []);
  useRefetchOnReconnect(answer?.text.status === "failed", retry);
  return { text: answer && answer.id === issueId ? answer.text : { status: "loading" }, retry };
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
): [peeked: string | null, look: (issueId: string | null) => void] {
  const [wish, setWish] = useState<string | null | undefined>(undefined);
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  if (wish !== undefined && wish === committed) setWish(undefined); // the address has caught up
  useEffect(() => {
    if (wish === undefined) return undefined;
    const timer = setTimeout(() => latest.current(wish), REST);
    return () => clearTimeout(timer);
  }, [wish, committed]);
  return [wish === undefined ? committed : wish, setWish];
}
