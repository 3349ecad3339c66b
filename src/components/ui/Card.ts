export { Card } from "@blueprintjs/core";
