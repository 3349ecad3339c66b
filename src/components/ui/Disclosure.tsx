import type { ReactNode } from "react";
import styles from "./Disclosure.module.css";

export interface DisclosureProps {
  /** Text of the button that shows and hides the details. */
  summary: ReactNode;
  /** `quiet` is small and muted, for a side note. */
  variant?: "plain" | "quiet";
  isInitiallyOpen?: boolean;
  children: ReactNode;
}

/** A button that shows and hides details. It is the browser's own element, which a search in the page opens. */
export function Disclosure({ summary, variant = "plain", isInitiallyOpen = false, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} data-variant={variant} open={isInitiallyOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
