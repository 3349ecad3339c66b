export { Radio, RadioGroup } from "@blueprintjs/core";
