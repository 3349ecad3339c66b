/** Meaning of a control or message by its colour. */
export { Intent } from "@blueprintjs/core";
