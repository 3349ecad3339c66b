import { useEffect } from "react";
import { useTranslation as useI18next } from "react-i18next";
import type { Namespace } from "../i18n/resources.ts";

/**
 * Prefetches the code and texts of the probable next screen, once, when the browser is idle: it then opens at once, and without a
 * connection too. A failed prefetch is repeated when the screen opens.
 * @param load imports the code; defined outside of the component
 */
export function usePrefetchOnIdle(load: () => Promise<unknown>, namespaces: readonly Namespace[]): void {
  const { i18n } = useI18next();
  const names = namespaces.join(" ");
  useEffect(() => {
    if (!("requestIdleCallback" in window)) return undefined;
    const idleHandle = requestIdleCallback(() => {
      void Promise.all([load(), i18n.loadNamespaces(names.split(" "))]).catch(() => undefined);
    });
    return () => cancelIdleCallback(idleHandle);
  }, [i18n, load, names]);
}
