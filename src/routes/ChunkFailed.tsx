import { observer } from "mobx-react-lite";
import { ErrorState } from "../components/patterns/ErrorState.tsx";
import { useWords } from "../i18n/useWords.ts";
import { useStore } from "../stores/StoreProvider.tsx";
import { useAskAgain } from "./useAskAgain.ts";

/** Browsers do not retry a failed import: the page has to be reloaded. */
const reload = (): void => window.location.reload();

/**
 * Fallback for a part of the app whose chunk failed to load: the server is unreachable, or serves another version. It retries
 * automatically.
 */
export const ChunkFailed = observer(function ChunkFailed() {
  const { t } = useWords("errors");
  const { reach } = useStore();
  const isHere = reach.place === "here";
  useAskAgain(true, reload);
  return (
    <ErrorState
      title={t("chunkTitle")}
      failure={{ text: t(isHere ? "chunkNew" : "chunkAway") }}
      onRetry={isHere ? reload : undefined}
    />
  );
});
