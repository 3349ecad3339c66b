import { useRevalidator, useRouteError } from "react-router-dom";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import { ChunkError } from "./ChunkError.tsx";
import { LoaderError } from "./unwrap.ts";
import { isChunkError } from "./chunkErrors.ts";
import styles from "./RouteError.module.css";
import { useErrorMessage } from "./useErrorMessage.ts";

/** Error boundary of a screen that failed to load or to render: what happened, Retry, and a report to copy. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation("errors");
  const formatError = useErrorMessage();
  const revalidator = useRevalidator();
  const isRetrying = revalidator.state === "loading";
  if (error instanceof LoaderError) {
    return (
      <div className={styles.place}>
        <ErrorState
          failure={formatError(error.failure)}
          isRetrying={isRetrying}
          onRetry={() => void revalidator.revalidate()}
        />
      </div>
    );
  }
  if (isChunkError(error)) {
    return (
      <div className={styles.place}>
        <ChunkError />
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
