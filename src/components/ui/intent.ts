/** Meaning of a control or message by its colour. */
export type { Intent } from "@blueprintjs/core";
