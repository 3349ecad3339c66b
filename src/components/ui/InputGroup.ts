/** A text field of one line, with room for an icon or a button at each end. */
export { InputGroup, type InputGroupProps } from "@blueprintjs/core";
