import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import type { LoadState } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface QueryFailureProps {
  query: Pick<LoadState<unknown>, "error" | "isLoading" | "refetch">;
  /** Title of the error; a general one if left out. */
  failed?: string | undefined;
  /** Shown below the error. */
  note?: string | undefined;
}

/** Why a part of a page has no data, with Retry; nothing without an error. For a part that shows its data elsewhere. */
export function QueryFailure({ query: { error, isLoading, refetch }, failed, note }: QueryFailureProps) {
  const formatError = useErrorMessage();
  return (
    error && (
      <ErrorState title={failed} failure={formatError(error)} isRetrying={isLoading} onRetry={refetch} note={note} />
    )
  );
}
