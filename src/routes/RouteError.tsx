import { useRevalidator, useRouteError } from "react-router-dom";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { useWords } from "../i18n/useWords.ts";
import { ChunkFailed } from "./ChunkFailed.tsx";
import { LoadFailed } from "./loaded.ts";
import { isChunkFailure } from "./missingChunk.ts";
import styles from "./RouteError.module.css";
import { useFailureText } from "./useFailureText.ts";

/** Error boundary of a screen that failed to load or to render: what happened, Retry, and a report to copy. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useWords("errors");
  const wordFailure = useFailureText();
  const revalidator = useRevalidator();
  const isRetrying = revalidator.state === "loading";
  if (error instanceof LoadFailed) {
    return (
      <div className={styles.place}>
        <ErrorState
          failure={wordFailure(error.failure)}
          isRetrying={isRetrying}
          onRetry={() => void revalidator.revalidate()}
        />
      </div>
    );
  }
  if (isChunkFailure(error)) {
    return (
      <div className={styles.place}>
        <ChunkFailed />
      </div>
    );
  }
  const report = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return (
    <div className={styles.place}>
      <ErrorState
        title={t("brokenTitle")}
        failure={{ text: t("brokenText") }}
        report={report}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </div>
  );
}
