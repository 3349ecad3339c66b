import { usePageKeys } from "../../components/ui/pageKeys.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";

export interface CodeKeys {
  readonly onPermalink: () => void;
  readonly onBlame: () => void;
  readonly onHistory: () => void;
}

/** Y, B and H on the page of a file, as on the pages of code hosts. Those who switched single keys off do not trigger them. */
export function useCodeKeys({ onPermalink, onBlame, onHistory }: CodeKeys): void {
  usePageShortcuts("code");
  usePageKeys((event) => {
    const action = { y: onPermalink, b: onBlame, h: onHistory }[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
