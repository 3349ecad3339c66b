export { Tag } from "@blueprintjs/core";
