export { BlueprintProvider } from "@blueprintjs/core";
