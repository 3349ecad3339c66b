export { ProgressBar } from "@blueprintjs/core";
