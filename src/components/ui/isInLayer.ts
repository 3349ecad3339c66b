import { createContext } from "react";

/** Whether a part is in a dialog or a drawer, which covers the page that renders it. */
export const IsInLayer = createContext(false);
