export { HTMLTable } from "@blueprintjs/core";
