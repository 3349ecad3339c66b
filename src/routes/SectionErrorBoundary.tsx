import type { ReactNode } from "react";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { ErrorBoundary } from "../components/patterns/ErrorBoundary.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import { ChunkError } from "./ChunkError.tsx";
import { copyErrorReport } from "./copyErrorReport.ts";
import { isChunkError } from "./chunkErrors.ts";

export interface SectionErrorBoundaryProps {
  /** A new value renders a failed panel again: the tab, the query, the data. */
  resetKey: unknown;
  children: ReactNode;
}

/** An error boundary for a part of a page: the fallback shows what happened and has a report to copy. */
export function SectionErrorBoundary({ resetKey, children }: SectionErrorBoundaryProps) {
  const { t } = useTranslation("errors");
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error) =>
        isChunkError(error) ? (
          <ChunkError />
        ) : (
          <ErrorState
            title={t("partBroke")}
            failure={{ text: t("partBrokeText"), onCopy: copyErrorReport }}
            report={error.stack ?? error.message}
          />
        )
      }
    >
      {children}
    </ErrorBoundary>
  );
}
