import { useState, type ReactNode } from "react";
import styles from "./Disclosure.module.css";

interface DisclosureContent {
  /** Text of the button that shows and hides the details. */
  summary: ReactNode;
  /** `quiet` is small and muted, for a side note. */
  variant?: "plain" | "quiet";
  children: ReactNode;
}

type DisclosureState =
  | {
      /** A later value has no effect: the reader may have opened or closed it meanwhile. */
      isInitiallyOpen?: boolean;
      isOpen?: undefined;
      onToggle?: undefined;
    }
  | {
      /** Whether it is open, for an owner that opens it later. */
      isOpen: boolean;
      onToggle: (isOpen: boolean) => void;
      isInitiallyOpen?: undefined;
    };

export type DisclosureProps = DisclosureContent & DisclosureState;

/** A button that shows and hides details. It is the browser's own element, which a search in the page opens. */
export function Disclosure(props: DisclosureProps) {
  const { summary, variant = "plain", isInitiallyOpen = false, isOpen, onToggle, children } = props;
  const [wasOpen] = useState(isInitiallyOpen);
  return (
    <details
      className={styles.disclosure}
      data-variant={variant}
      open={isOpen ?? wasOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
