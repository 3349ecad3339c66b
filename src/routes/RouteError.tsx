import { useRevalidator, useRouteError } from "react-router-dom";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { useTranslation } from "../i18n/useTranslation.ts";
import { ChunkError } from "./ChunkError.tsx";
import { LoaderError } from "./unwrap.ts";
import { copyErrorReport } from "./copyErrorReport.ts";
import { isChunkError } from "./chunkErrors.ts";
import styles from "./RouteError.module.css";
import { useErrorMessage } from "./useErrorMessage.ts";

/** Error boundary of a screen that failed to load or to render: what happened, Retry, and a report to copy. */
export function RouteError() {
  return (
    <div className={styles.place}>
      <RouteFailure onReload={() => window.location.reload()} />
    </div>
  );
}

/** Error boundary of a tab: the layout around it stays, and Retry renders the tab again. */
export function PartError() {
  const { revalidate } = useRevalidator();
  return <RouteFailure isPart onReload={() => void revalidate()} />;
}

function RouteFailure({ isPart = false, onReload }: { isPart?: boolean; onReload: () => void }) {
  const error = useRouteError();
  const { t } = useTranslation("errors");
  const formatError = useErrorMessage();
  const revalidator = useRevalidator();
  const isRetrying = revalidator.state === "loading";
  if (error instanceof LoaderError) {
    return (
      <ErrorState
        failure={formatError(error.failure)}
        isRetrying={isRetrying}
        onRetry={() => void revalidator.revalidate()}
      />
    );
  }
  if (isChunkError(error)) return <ChunkError />;
  return (
    <ErrorState
      title={t(isPart ? "partBroke" : "brokenTitle")}
      failure={{ text: t(isPart ? "partBrokeText" : "brokenText"), onCopy: copyErrorReport }}
      report={error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)}
      onRetry={onReload}
    />
  );
}
