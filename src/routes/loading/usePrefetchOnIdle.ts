import { useEffect } from "react";
import { useTranslation as useI18next } from "react-i18next";
import type { Namespace } from "../../i18n/resources.ts";

/** Milliseconds after the screen's first render: the images, counts and notices of the screen itself come first. */
const DELAY_MS = 2000;

/**
 * Prefetches the code and texts of the probable next screen, once, when the browser is idle some time after the screen appeared: it then opens at once, and without a
 * connection too. A failed prefetch is repeated when the screen opens.
 * @param load imports the code; defined outside of the component
 */
export function usePrefetchOnIdle(load: () => Promise<unknown>, namespaces: readonly Namespace[]): void {
  const { i18n } = useI18next();
  const names = namespaces.join(" ");
  useEffect(() => {
    if (!("requestIdleCallback" in window)) return undefined;
    let idleHandle: number | undefined;
    const timer = setTimeout(() => {
      idleHandle = requestIdleCallback(() => {
        void Promise.all([load(), i18n.loadNamespaces(names.split(" "))]).catch(() => undefined);
      });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (idleHandle !== undefined) cancelIdleCallback(idleHandle);
    };
  }, [i18n, load, names]);
}
