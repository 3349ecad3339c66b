import { type ReactNode, useId } from "react";
import styles from "./SideSection.module.css";

export interface SideSectionProps {
  title: string;
  /** Next to the title: a link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A short list next to the main content, with a small heading. */
export function SideSection({ title, more, children }: SideSectionProps) {
  const id = useId();
  return (
    <div className={styles.section} role="group" aria-labelledby={id}>
      <div className={styles.title}>
        <h3 id={id}>{title}</h3>
        {more}
      </div>
      {children}
    </div>
  );
}
