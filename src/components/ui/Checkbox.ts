export { Checkbox } from "@blueprintjs/core";
