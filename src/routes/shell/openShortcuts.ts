import { createContext, use, useEffect } from "react";

/** A group of keys that a page handles; `ShellShortcutsDialog` has their words. */
export type ShortcutGroup = "searchField" | "rows" | "selection" | "results" | "code";

export interface Shortcuts {
  /** Opens the dialog with the page's shortcuts: the shell has one for all pages. */
  readonly open: () => void;
  /** What the mounted parts of the page handle. */
  readonly published: Set<readonly ShortcutGroup[]>;
}

/** Outside of the shell there is no dialog to open. */
const ShortcutsContext = createContext<Shortcuts>({ open: () => undefined, published: new Set() });

export const ShortcutsProvider = ShortcutsContext;

export const useOpenShortcuts = (): (() => void) => use(ShortcutsContext).open;

/** Lists the keys of a mounted part of the page in the dialog. */
export function usePageShortcuts(...groups: readonly ShortcutGroup[]): void {
  const { published } = use(ShortcutsContext);
  const names = groups.join(" ");
  useEffect(() => {
    const own = names.split(" ") as ShortcutGroup[];
    published.add(own);
    return () => void published.delete(own);
  }, [published, names]);
}
