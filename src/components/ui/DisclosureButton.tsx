import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { ChevronDownIcon, ChevronRightIcon } from "./icons.ts";
import { PlainButton } from "./PlainButton.tsx";
import styles from "./DisclosureButton.module.css";

export interface DisclosureButtonProps {
  isOpen: boolean;
  /** Id of the element that is shown while it is open, or that has more content then. */
  controls: string;
  /**
   * `row` is the head of a row, `link` one among links, `quiet` a side note within a line, `button` a button like others, `icon` the chevron
   * alone.
   */
  variant?: "row" | "link" | "quiet" | "button" | "icon";
  onToggle: () => void;
  /** Omitted for an icon, which has a label. */
  children?: ReactNode;
  /** The look of the variant `button`: by default its icon is the chevron. */
  button?: Pick<ButtonProps, "icon" | "intent" | "size" | "fill" | "variant">;
  /** The name of a button or an icon without a text; that of the open state is the same. */
  "aria-label"?: string;
  /** For the place of a button or an icon in the layout. */
  className?: string | undefined;
  /** -1 where another key of the keyboard does the same. */
  tabIndex?: -1;
  /** Marks of the owner on the button, such as `data-hit`. */
  [mark: `data-${string}`]: unknown;
}

/** A button that opens and closes what is below it. */
export function DisclosureButton({
  isOpen,
  controls,
  variant = "row",
  onToggle,
  children,
  button,
  className,
  ...rest
}: DisclosureButtonProps) {
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  const state = { "aria-expanded": isOpen, "aria-controls": controls, onClick: onToggle };
  if (variant === "button")
    return (
      <Button icon={<Chevron />} {...button} {...rest} {...state} className={className}>
        {children}
      </Button>
    );
  if (variant === "icon")
    return (
      <PlainButton {...rest} {...state} className={className} tone="muted">
        <Icon of={Chevron} size={12} />
      </PlainButton>
    );
  return (
    <PlainButton {...rest} {...state} className={styles.button} data-variant={variant}>
      {variant === "row" && <Icon of={Chevron} className={styles.icon} />}
      {children}
      {variant !== "row" && <Icon of={Chevron} size={12} className={styles.icon} />}
    </PlainButton>
  );
}
