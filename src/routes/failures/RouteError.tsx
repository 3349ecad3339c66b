import { useLocation, useNavigate, useNavigation, useRouteError } from "react-router-dom";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { ChunkError } from "./ChunkError.tsx";
import { LoaderError } from "./unwrap.ts";
import { QueryFailure } from "./QueryFailure.tsx";
import { copyErrorReport } from "./copyErrorReport.ts";
import { isChunkError } from "./chunkErrors.ts";
import styles from "./RouteError.module.css";

/** Error boundary of a screen that failed to load or to render: what happened, Retry, and a report to copy. */
export function RouteError() {
  return (
    <div className={styles.place}>
      <RouteFailure onReload={() => window.location.reload()} />
    </div>
  );
}

/** Error boundary of a tab: the layout around it stays, and Retry renders the tab again. */
export function TabError() {
  return <RouteFailure isPart />;
}

interface RouteFailureProps {
  isPart?: boolean;
  /** What Retry does after a fault of the code; by default the route is loaded and rendered again. */
  onReload?: () => void;
}

function RouteFailure({ isPart = false, onReload }: RouteFailureProps) {
  const error = useRouteError();
  const { t } = useTranslation("errors");
  const navigate = useNavigate();
  const location = useLocation();
  const isRetrying = useNavigation().state !== "idle";
  // Not a revalidation: its boundary keeps the error when the answer arrives before the loading state was rendered.
  const reload = () => void navigate(location, { replace: true, state: location.state, preventScrollReset: true });
  if (isChunkError(error)) return <ChunkError />;
  if (error instanceof LoaderError) {
    return <QueryFailure query={{ error: error.failure, isLoading: isRetrying, refetch: reload }} />;
  }
  return (
    <ErrorState
      title={t(isPart ? "partBroke" : "brokenTitle")}
      failure={{ text: t(isPart ? "partBrokeText" : "brokenText"), onCopy: copyErrorReport }}
      report={error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)}
      onRetry={onReload ?? reload}
    />
  );
}
