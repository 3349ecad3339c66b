import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { ChevronDownIcon, ChevronRightIcon } from "./icons.ts";
import { PlainButton } from "./PlainButton.tsx";
import styles from "./DisclosureButton.module.css";

export interface DisclosureButtonProps {
  isOpen: boolean;
  /** Id of the element that is shown while it is open. */
  controls: string;
  /** `row` is the head of a row, `link` one among links, `quiet` a side note within a line. */
  variant?: "row" | "link" | "quiet";
  onToggle: () => void;
  children: ReactNode;
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
  ...rest
}: DisclosureButtonProps) {
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <PlainButton
      {...rest}
      className={styles.button}
      data-variant={variant}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      {variant === "row" && <Icon of={Chevron} className={styles.icon} />}
      {children}
      {variant !== "row" && <Icon of={Chevron} size={12} className={styles.icon} />}
    </PlainButton>
  );
}
