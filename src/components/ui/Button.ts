export { Button, ButtonGroup, type ButtonProps } from "@blueprintjs/core";
