import { observer } from "mobx-react-lite";
import { useState } from "react";
import { InlineNotice } from "../../components/patterns/InlineNotice.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { useDebouncedValue } from "../../hooks/useDebouncedValue.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { QueryKey } from "../../queries/queryKey.ts";
import { queryClientOf } from "../../queries/queryClient.ts";
import type { QueryState } from "../../queries/useQuery.ts";
import { useRefetchOnReconnect } from "../../queries/useRefetchOnReconnect.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";

/** Milliseconds that results may be those of an earlier query without a word: most answers are faster. */
const LATE_MS = 3000;

export interface EarlierResultsSectionProps {
  /** The query in the field. */
  q: string;
  /** Its results, or those of an earlier one. */
  found: Pick<QueryState<unknown>, "isEarlier" | "error" | "isLoading" | "refetch">;
  queryKey: QueryKey;
}

/** Names the query of results that stay on the screen, once a newer query has failed or is late. It is sent again on the reconnect. */
export const EarlierResultsSection = observer(function EarlierResultsSection({
  q,
  found: { isEarlier, error, isLoading, refetch },
  queryKey,
}: EarlierResultsSectionProps) {
  const { t } = useTranslation("searchStart");
  const formatError = useErrorMessage();
  const store = useStore();
  // Null where this part was loaded after the query had changed.
  const [shown, setShown] = useState(isEarlier ? null : q);
  if (!isEarlier && shown !== q) setShown(q);
  const late = useDebouncedValue(isEarlier ? q : null, LATE_MS);
  // A request without an answer waits for a connection that may be gone: the cache would wait with it.
  const repeat = (): void =>
    error === null ? void queryClientOf(store).cancelQueries({ queryKey }).then(refetch) : refetch();
  // A failed request is repeated by its query.
  useRefetchOnReconnect(isEarlier && error === null, repeat);
  if (!isEarlier) return null;
  const isDisconnected = store.connectivity.status !== "online" || error?.kind === "network";
  if (!isDisconnected && error === null && late !== q) return null;
  return (
    <InlineNotice
      title={shown === null || shown === q ? t("earlier.other") : t("earlier.results", { q: shown })}
      action={<Button size="small" text={t("earlier.retry")} loading={isLoading && error !== null} onClick={repeat} />}
    >
      {isDisconnected
        ? t("earlier.disconnected", { q })
        : error === null
          ? t("earlier.late", { q })
          : formatError(error).text}
    </InlineNotice>
  );
});
