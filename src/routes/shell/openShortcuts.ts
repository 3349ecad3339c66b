import { createContext, use, useEffect } from "react";
import { useStableCallback } from "../../hooks/useStableCallback.ts";

/** A group of keys that a page handles; `ShellShortcutsDialog` has their words. */
export type ShortcutGroup = "searchField" | "rows" | "selection" | "results" | "code";

/** A command of the page in the palette. It may change something, so it is never the first item above a name. */
export interface PageCommand {
  readonly id: string;
  readonly title: string;
  /** Words by which it is found in addition to its title. */
  readonly keywords: string;
  /** Whether it is listed without a text; others are listed after `>` alone. */
  readonly isListed: boolean;
  readonly run: () => void;
}

export interface Shortcuts {
  /** Opens the dialog with the page's shortcuts: the shell has one for all pages. */
  readonly open: () => void;
  /** What the mounted parts of the page handle. */
  readonly published: Set<readonly ShortcutGroup[]>;
  /** The commands of the mounted parts of the page, read when the palette shows them. */
  readonly commands: Set<() => readonly PageCommand[]>;
}

/** Outside of the shell there is no dialog to open. */
const ShortcutsContext = createContext<Shortcuts>({ open: () => undefined, published: new Set(), commands: new Set() });

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

/** Lists commands of a mounted part of the page in the palette. */
export function usePageCommands(read: () => readonly PageCommand[]): void {
  const { commands } = use(ShortcutsContext);
  const latest = useStableCallback(read);
  useEffect(() => {
    commands.add(latest);
    return () => void commands.delete(latest);
  }, [commands, latest]);
}
