import { createContext, use } from "react";

/** Outside of the shell there is no dialog to open. */
const OpenShortcutsContext = createContext<() => void>(() => undefined);

export const OpenShortcutsProvider = OpenShortcutsContext;

/** Opens the dialog with the page's shortcuts: the shell has one for all pages. */
export const useOpenShortcuts = (): (() => void) => use(OpenShortcutsContext);
