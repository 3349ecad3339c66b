export { SegmentedControl } from "@blueprintjs/core";
