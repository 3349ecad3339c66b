export { Classes } from "@blueprintjs/core";
