export { FormGroup } from "@blueprintjs/core";
