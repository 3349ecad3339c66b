/** Shows a few buttons for one thing as a unit. Give it a name. */
export { ButtonGroup } from "@blueprintjs/core";
