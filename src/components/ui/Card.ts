/** Groups facts or controls about one thing. */
export { Card } from "@blueprintjs/core";
