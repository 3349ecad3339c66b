import { Button as BlueprintButton, type ButtonProps, Classes, Icon, Spinner, SpinnerSize } from "@blueprintjs/core";
import { createElement, Fragment, type MouseEvent } from "react";

export { ButtonGroup, type ButtonProps } from "@blueprintjs/core";

/** Neither the handlers of elements around the button nor the form get the click. */
function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The class of a loading button shows the spinner in place of its own content, which keeps its width. */
const SpinnerOverIcon = ({ of }: { of: ButtonProps["icon"] }) =>
  createElement(
    Fragment,
    null,
    createElement(Spinner, { className: Classes.BUTTON_SPINNER, size: SpinnerSize.SMALL }),
    createElement(Icon, { icon: of }),
  );

/**
 * A button. While it loads it does nothing, but keeps its name and the focus: Blueprint's has the name of its spinner, in English, and is
 * disabled, which moves the focus to the page.
 */
export function Button({ loading = false, ...props }: ButtonProps) {
  if (!loading) return createElement(BlueprintButton, props);
  const { text, children, icon, className = "" } = props;
  return createElement(BlueprintButton, {
    "aria-label": [text, children].find((part) => typeof part === "string"),
    ...props,
    "aria-busy": true,
    "aria-disabled": true,
    className: `${className} ${Classes.LOADING} ${Classes.DISABLED}`,
    icon: createElement(SpinnerOverIcon, { of: icon }),
    onClick: swallow,
  });
}
