import { createContext } from "react";

/** Whether a panel is the content of a `FoldPanel`, which has the frame and the title already. */
export const InFoldPanel = createContext(false);
