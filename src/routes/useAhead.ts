import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Namespace } from "../i18n/resources.ts";

/**
 * Fetches code and words of what is probably opened next, once, when the browser has leisure: it is there at once then, and without a
 * connection too. What does not come is fetched when it is opened.
 * @param load imports the code; stands outside of the component
 */
export function useAhead(load: () => Promise<unknown>, namespaces: readonly Namespace[]): void {
  const { i18n } = useTranslation();
  const names = namespaces.join(" ");
  useEffect(() => {
    if (!("requestIdleCallback" in window)) return undefined;
    const leisure = requestIdleCallback(() => {
      void Promise.all([load(), i18n.loadNamespaces(names.split(" "))]).catch(() => undefined);
    });
    return () => cancelIdleCallback(leisure);
  }, [i18n, load, names]);
}
