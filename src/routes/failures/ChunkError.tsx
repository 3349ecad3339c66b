import { observer } from "mobx-react-lite";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useRefetchOnReconnect } from "../../queries/useRefetchOnReconnect.ts";

/** Browsers do not retry a failed import: the page has to be reloaded. */
const reload = (): void => window.location.reload();

/**
 * Fallback for a part of the app whose chunk failed to load: the server is unreachable, or serves another version. It retries
 * automatically.
 */
export const ChunkError = observer(function ChunkError() {
  const { t } = useTranslation("errors");
  const { connectivity } = useStore();
  const isOnline = connectivity.status === "online";
  useRefetchOnReconnect(true, reload);
  return (
    <ErrorState
      title={t("chunkTitle")}
      failure={{ text: t(isOnline ? "chunkNew" : "chunkUnreachable") }}
      onRetry={isOnline ? reload : undefined}
    />
  );
});
