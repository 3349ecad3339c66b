import type { ReactNode } from "react";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { ErrorBoundary } from "../components/patterns/ErrorBoundary.tsx";
import { useWords } from "../i18n/useWords.ts";
import { ChunkFailed } from "./ChunkFailed.tsx";
import { isChunkFailure } from "./missingChunk.ts";

export interface PanelProps {
  /** A new value renders a failed panel again: the tab, the query, the data. */
  resetKey: unknown;
  children: ReactNode;
}

/** An error boundary for a part of a page: the fallback says what happened and has a report to copy. */
export function Panel({ resetKey, children }: PanelProps) {
  const { t } = useWords("errors");
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error) =>
        isChunkFailure(error) ? (
          <ChunkFailed />
        ) : (
          <ErrorState
            title={t("partBroke")}
            failure={{ text: t("partBrokeText") }}
            report={error.stack ?? error.message}
          />
        )
      }
    >
      {children}
    </ErrorBoundary>
  );
}
