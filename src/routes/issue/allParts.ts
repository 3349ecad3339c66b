import { createContext } from "react";

/** The last press that opened or closed all parts of the evidence; null before the first. */
export const AllParts = createContext<{ readonly isOpen: boolean } | null>(null);
