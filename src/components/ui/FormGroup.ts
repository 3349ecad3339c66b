/** Shows a label, a control, a help text and an error. FormField also associates them for screen readers. */
export { FormGroup, type FormGroupProps } from "@blueprintjs/core";
