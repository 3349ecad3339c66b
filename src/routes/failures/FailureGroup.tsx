import { createContext, type ReactNode, use, useCallback, useId, useLayoutEffect, useMemo, useState } from "react";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { IsInLayer } from "../../components/ui/isInLayer.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { ApiError } from "../../services/result.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Failed parts from which on one message reports all of them. */
const TOGETHER = 2;

interface Failure {
  readonly error: ApiError;
  readonly isLoading: boolean;
  readonly refetch: () => void;
}

interface Group {
  readonly isReported: boolean;
  readonly report: (id: string, failure: Failure | null) => void;
}

const FailureGroupContext = createContext<Group | null>(null);

/** Parts of a page. Where several of them failed, one message above them reports it, with one Retry for all. */
export function FailureGroup({ children }: { children: ReactNode }) {
  const { t } = useTranslation("errors");
  const formatError = useErrorMessage();
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const report = useCallback((id: string, failure: Failure | null) => {
    setFailures((now) => {
      if (failure === null && !now.has(id)) return now;
      const next = new Map(now);
      if (failure) next.set(id, failure);
      else next.delete(id);
      return next;
    });
  }, []);
  const all = [...failures.values()];
  const [first] = all;
  // Parts can fail for different reasons.
  const texts = all.map(({ error }) => formatError(error).text);
  const isReported = all.length >= TOGETHER;
  const value = useMemo(() => ({ isReported, report }), [isReported, report]);
  return (
    <FailureGroupContext value={value}>
      {isReported && first && (
        <ErrorState
          title={t("partsFailed")}
          failure={{ ...formatError(first.error), text: [...new Set(texts)].join("\n") }}
          isRetrying={all.some(({ isLoading }) => isLoading)}
          onRetry={() => all.forEach(({ refetch }) => refetch())}
        />
      )}
      <IsInLayer value={false}>{children}</IsInLayer>
    </FailureGroupContext>
  );
}

/**
 * Reports the failure of a part to the group that it is in. A part in a dialog is not of the group of the page, whose message it covers.
 * @param error of a part that has nothing to show; null for none
 * @returns whether the group shows it, so that the part does not
 */
export function useGroupedFailure(error: ApiError | null, isLoading: boolean, refetch: () => void): boolean {
  const id = useId();
  const pageGroup = use(FailureGroupContext);
  const group = use(IsInLayer) ? null : pageGroup;
  const report = group?.report;
  const again = useStableCallback(refetch);
  // Before the first paint: no part shows its own message for a moment.
  useLayoutEffect(() => {
    report?.(id, error && { error, isLoading, refetch: again });
  }, [report, id, error, isLoading, again]);
  // Apart: a part whose loading begins keeps its place, and the message its first reason.
  useLayoutEffect(() => () => report?.(id, null), [report, id]);
  return group?.isReported === true && error !== null;
}
