import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { LoadState } from "../AsyncContent.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useGroupedFailure } from "./FailureGroup.tsx";

export interface QueryFailureProps {
  query: Pick<LoadState<unknown>, "error" | "isLoading" | "refetch">;
  /** Title of the error; a general one if left out. */
  failed?: string | undefined;
  /** Shown below the error. */
  note?: string | undefined;
}

/** Why a part of a page has no data, with Retry; nothing without an error. For a part that shows its data elsewhere. In a `FailureGroup` whose parts failed together it is a line. */
export function QueryFailure({ query: { error, isLoading, refetch }, failed, note }: QueryFailureProps) {
  const formatError = useErrorMessage();
  const { t } = useTranslation("errors");
  if (useGroupedFailure(error, isLoading, refetch))
    return (
      <Text as="p" tone="muted">
        {t("notLoaded")}
      </Text>
    );
  return (
    error && (
      <ErrorState title={failed} failure={formatError(error)} isRetrying={isLoading} onRetry={refetch} note={note} />
    )
  );
}
