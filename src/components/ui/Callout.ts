export { Callout } from "@blueprintjs/core";
