import { observer } from "mobx-react-lite";
import { ConnectionBanner } from "../../components/shell/ConnectionBanner.tsx";
import { useStore } from "../../stores/StoreProvider.tsx";

/** Mounted on every page, also before sign-in. */
export const ConnectionNotice = observer(function ConnectionNotice({ onRetry }: { onRetry: () => void }) {
  const { connectivity } = useStore();
  return (
    <ConnectionBanner
      status={connectivity.status}
      hasNewVersion={connectivity.hasNewVersion}
      onRetry={onRetry}
      onReload={() => {
        window.location.reload();
      }}
    />
  );
});
