import { createContext, use } from "react";

/** Outside of the shell there is no dialog to open. */
const OpenKeysContext = createContext<() => void>(() => undefined);

export const OpenKeysProvider = OpenKeysContext;

/** Opens the dialog with the page's shortcuts: the shell has one for all pages. */
export const useOpenKeys = (): (() => void) => use(OpenKeysContext);
