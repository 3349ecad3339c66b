export { InputGroup, TextArea } from "@blueprintjs/core";
