import { Button as BlueprintButton, type ButtonProps, Classes, Icon } from "@blueprintjs/core";
import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from "react";
import { Spinner } from "./Spinner.tsx";

export type { ButtonProps } from "@blueprintjs/core";

/** Neither the handlers of elements around the button nor the form get the click. */
function suppressClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A loading button shows the spinner over its content, which is transparent: it keeps the width and the name of the button. */
const SpinnerOverIcon = ({ of }: { of: ButtonProps["icon"] }) => (
  <>
    <Spinner className={Classes.BUTTON_SPINNER} size={20} />
    <Icon icon={of} />
  </>
);

const isActivationKey = ({ key }: KeyboardEvent): boolean => key === "Enter" || key === " ";

/**
 * Blueprint's button is clicked by every release of Enter or Space. A key that was pressed before the button had the focus, for example
 * the one that opened a dialog, must not click the button that the dialog focuses.
 */
function useKeyPressGuard({ onKeyDownCapture, onKeyUpCapture, onBlur }: ButtonProps) {
  const pressed = useRef<string | null>(null);
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLButtonElement>): void => {
      // A key that is held repeats on the button that has got the focus meanwhile.
      if (isActivationKey(event) && !event.repeat) pressed.current = event.key;
      onKeyDownCapture?.(event);
    },
    onKeyUpCapture: (event: KeyboardEvent<HTMLButtonElement>): void => {
      if (isActivationKey(event)) {
        if (pressed.current === event.key) pressed.current = null;
        else event.stopPropagation();
      }
      onKeyUpCapture?.(event);
    },
    onBlur: (event: FocusEvent<HTMLButtonElement>): void => {
      pressed.current = null;
      onBlur?.(event);
    },
  };
}

/**
 * A button. While it loads it does nothing, but keeps its name and the focus: Blueprint's hides its content, has a spinner with an English
 * name, and is disabled, which moves the focus to the page. With `aria-disabled` it does nothing and keeps the focus too.
 */
export function Button({ loading = false, ...props }: ButtonProps) {
  const keys = useKeyPressGuard(props);
  const { icon, className = "", "aria-disabled": isInert } = props;
  if (!loading && isInert !== true) return <BlueprintButton {...props} {...keys} />;
  return (
    <BlueprintButton
      {...props}
      {...keys}
      {...(loading && {
        "aria-busy": true,
        "aria-disabled": true,
        // The browser's own attribute moves the focus to the page.
        disabled: false,
        icon: <SpinnerOverIcon of={icon} />,
      })}
      className={`${className} ${Classes.DISABLED} ${loading ? Classes.LOADING : ""}`}
      onClick={suppressClick}
    />
  );
}
