export { FormGroup, type FormGroupProps } from "@blueprintjs/core";
