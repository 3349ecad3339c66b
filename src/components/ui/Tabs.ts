export { Tab, Tabs } from "@blueprintjs/core";
