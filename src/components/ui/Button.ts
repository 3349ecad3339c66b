import { Button as BlueprintButton, type ButtonProps } from "@blueprintjs/core";
import { createElement } from "react";

export { ButtonGroup, type ButtonProps } from "@blueprintjs/core";

/** A button. While it loads it keeps its own name: Blueprint's has that of its spinner, in English. */
export function Button(props: ButtonProps) {
  const { loading = false, text, children } = props;
  const name = loading ? [text, children].find((part) => typeof part === "string") : undefined;
  return createElement(BlueprintButton, loading ? { "aria-label": name, ...props, "aria-busy": true } : props);
}
