/** One choice of a group, of which one is selected. */
export { Radio } from "@blueprintjs/core";

/** Names a group of radios and holds its value. */
export { RadioGroup } from "@blueprintjs/core";
