export { InputGroup, type InputGroupProps, TextArea } from "@blueprintjs/core";
