import { observer } from "mobx-react-lite";
import { ConnectionBanner } from "../components/shell/ConnectionBanner.tsx";
import { useStore } from "../stores/StoreProvider.tsx";

/** Mounted on every page, also before sign-in. */
export const ReachNotice = observer(function ReachNotice({ onRetry }: { onRetry: () => void }) {
  const { reach } = useStore();
  return (
    <ConnectionBanner
      place={reach.place}
      hasNewVersion={reach.hasNewVersion}
      onRetry={onRetry}
      onReload={() => {
        window.location.reload();
      }}
    />
  );
});
