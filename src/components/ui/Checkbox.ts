/** A choice that is independent of the others, stored when its form is sent. */
export { Checkbox } from "@blueprintjs/core";
