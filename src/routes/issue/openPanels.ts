import { createContext } from "react";

/** The last press that opened or closed all panels of the evidence; null before the first. */
export const OpenPanels = createContext<{ readonly isOpen: boolean } | null>(null);
