export { Spinner } from "@blueprintjs/core";
