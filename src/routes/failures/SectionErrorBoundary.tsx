import type { ReactNode } from "react";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { ErrorBoundary } from "../../components/patterns/ErrorBoundary.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ChunkError } from "./ChunkError.tsx";
import { copyErrorReport } from "./copyErrorReport.ts";
import { isChunkError } from "./chunkErrors.ts";

export interface SectionErrorBoundaryProps {
  /** A new value renders a failed panel again: the tab, the query, the data. */
  resetKey: unknown;
  /** The headline of the fallback; omitted: that this part failed. */
  title?: string;
  /** Renders the part again, for data that may be other data after a repeated request. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  note?: string | undefined;
  /** Puts the fallback into the panel that it replaces. */
  frame?: (fallback: ReactNode) => ReactNode;
  children: ReactNode;
}

/**
 * An error boundary for a part of a page: the fallback shows what happened and has a report to copy. A chunk that failed to load is not
 * retried by a repeated request, so its fallback offers to reload the page.
 */
export function SectionErrorBoundary({
  resetKey,
  title,
  onRetry,
  isRetrying,
  note,
  frame = (fallback) => fallback,
  children,
}: SectionErrorBoundaryProps) {
  const { t } = useTranslation("errors");
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error) =>
        frame(
          isChunkError(error) ? (
            <ChunkError />
          ) : (
            <ErrorState
              title={title ?? t("partBroke")}
              failure={{ text: t("partBrokeText"), onCopy: copyErrorReport }}
              report={error.stack ?? error.message}
              isRetrying={isRetrying}
              onRetry={onRetry}
              note={note}
            />
          ),
        )
      }
    >
      {children}
    </ErrorBoundary>
  );
}
