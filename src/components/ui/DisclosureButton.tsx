import type { ReactNode } from "react";
import { ChevronDownIcon, ChevronRightIcon } from "./icons.ts";
import styles from "./DisclosureButton.module.css";

export interface DisclosureButtonProps {
  isOpen: boolean;
  /** Id of the element that is shown while it is open. */
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

/** The head of a row that opens and closes what is below it. */
export function DisclosureButton({ isOpen, controls, onToggle, children }: DisclosureButtonProps) {
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <button type="button" className={styles.button} aria-expanded={isOpen} aria-controls={controls} onClick={onToggle}>
      <Chevron size={16} aria-hidden title={false} className={styles.icon} />
      {children}
    </button>
  );
}
