import type { ReactNode } from "react";
import styles from "./NameLines.module.css";

export interface NameLinesProps {
  /** The name, with its tags. */
  name: ReactNode;
  /** Details in small type: `Text` elements, each on a separate line. */
  children?: ReactNode;
}

/** A name with details below it. */
export function NameLines({ name, children }: NameLinesProps) {
  return (
    <span className={styles.lines}>
      <span className={styles.name}>{name}</span>
      {children}
    </span>
  );
}
