export { HTMLSelect } from "@blueprintjs/core";
