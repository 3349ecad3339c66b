import { Classes, type ButtonProps } from "@blueprintjs/core";
import type { ComponentProps, JSX } from "react";

export interface LinkButtonProps
  extends
    Pick<ButtonProps, "text" | "intent" | "variant" | "size" | "fill" | "disabled">,
    Omit<ComponentProps<"a">, "role"> {
  icon?: JSX.Element | "" | null | undefined;
}

/**
 * A link that looks like a button. Blueprint's own handles keys as a button does: Space follows the link, and Enter with Ctrl or Cmd opens no
 * new tab.
 */
export function LinkButton(props: LinkButtonProps) {
  const {
    text,
    icon,
    intent,
    variant,
    size,
    fill = false,
    disabled = false,
    className,
    children,
    href,
    ...rest
  } = props;
  const classes = [
    Classes.BUTTON,
    Classes.intentClass(intent),
    variant === "minimal" && Classes.MINIMAL,
    variant === "outlined" && Classes.OUTLINED,
    size === "small" && Classes.SMALL,
    size === "large" && Classes.LARGE,
    fill && Classes.FILL,
    disabled && Classes.DISABLED,
    className,
  ];
  const label = text ?? children;
  return (
    <a
      {...rest}
      className={classes.filter(Boolean).join(" ")}
      // Without an address it takes no focus, and has no role of its own.
      {...(disabled ? { role: "link", "aria-disabled": true, onClick: undefined } : { href })}
    >
      {icon}
      {label !== undefined && <span className={Classes.BUTTON_TEXT}>{label}</span>}
    </a>
  );
}
