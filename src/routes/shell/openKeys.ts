import { createContext, use } from "react";

/** Outside of the shell there is nothing that could be opened. */
const OpenKeysContext = createContext<() => void>(() => undefined);

export const OpenKeysProvider = OpenKeysContext;

/** Opens the dialog with the keys of the page: there is one for all pages, and it is the shell's. */
export const useOpenKeys = (): (() => void) => use(OpenKeysContext);
