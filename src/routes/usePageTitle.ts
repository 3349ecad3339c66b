import { useEffect } from "react";

/** Sets the title of the browser's tab: the most specific part first, then its parents. Empty parts are omitted. */
export function usePageTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [...parts, "Clew"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
