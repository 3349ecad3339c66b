import { type ReactNode, Suspense, useEffect } from "react";
import { ErrorBoundary } from "../../components/patterns/ErrorBoundary.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";

export interface LayerBoundaryProps {
  /** The open layer; null for none. Another one is rendered after a failure. */
  layer: string | null;
  /** Closes the layer, which would otherwise keep the keys that it takes. */
  onFailed: () => void;
  children: ReactNode;
}

/** The boundary of a layer whose code is loaded on demand: a failure closes the layer and is reported. */
export function LayerBoundary({ layer, onFailed, children }: LayerBoundaryProps) {
  return (
    <ErrorBoundary resetKey={layer} fallback={() => <FailedLayer onFailed={onFailed} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function FailedLayer({ onFailed }: Pick<LayerBoundaryProps, "onFailed">) {
  const { notifications } = useStore();
  const { t } = useTranslation("shell");
  useEffect(() => {
    notifications.show(t("layerFailed"), "error");
    onFailed();
  }, [notifications, t, onFailed]);
  return null;
}
