import { createContext } from "react";

/** Whether a `Markdown` suspends while its parser loads, so that what is below it appears with it. Otherwise it has a skeleton of an estimated height. */
export const MarkdownSuspends = createContext(false);
