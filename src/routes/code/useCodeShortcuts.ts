import { useShortcutKeys } from "../../components/ui/pageShortcuts.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";

export interface CodeShortcuts {
  readonly onPermalink: () => void;
  readonly onBlame: () => void;
  readonly onHistory: () => void;
}

/** Y, B and H on the page of a file, as on the pages of code hosts. Those who switched single keys off do not trigger them. */
export function useCodeShortcuts({ onPermalink, onBlame, onHistory }: CodeShortcuts): void {
  usePageShortcuts("code");
  useShortcutKeys((event) => {
    const action = { y: onPermalink, b: onBlame, h: onHistory }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
