import { useEffect } from "react";

/** Names the browser's tab: the nearest thing first, then what it belongs to. Parts that are empty or not there are left out. */
export function usePageTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [...parts, "Clew"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
