/** A text field of several lines. */
export { TextArea } from "@blueprintjs/core";
