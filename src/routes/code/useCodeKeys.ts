import { useEffect } from "react";
import { ownsKey } from "../../components/ui/shortcutTarget.ts";
import { useStableCallback } from "../../components/ui/useStableCallback.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";

export interface CodeKeys {
  readonly onPermalink: () => void;
  readonly onBlame: () => void;
  readonly onHistory: () => void;
}

/** Y, B and H on the page of a file, as on the pages of code hosts. Those who switched single keys off do not trigger them. */
export function useCodeKeys({ onPermalink, onBlame, onHistory }: CodeKeys): void {
  usePageShortcuts("code");
  const handleKey = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ownsKey(event.target, event.key)) return;
    const action = { y: onPermalink, b: onBlame, h: onHistory }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [handleKey]);
}
