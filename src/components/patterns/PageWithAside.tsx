import type { ReactNode } from "react";
import styles from "./PageWithAside.module.css";

export interface PageWithAsideProps {
  /** Facts and connections of the item. */
  aside: ReactNode;
  /** The accessible name of the aside. */
  asideLabel: string;
  children: ReactNode;
}

/** The content of a page about one item, with facts at its side; on a narrow screen, below it. */
export function PageWithAside({ aside, asideLabel, children }: PageWithAsideProps) {
  return (
    <div className={styles.page}>
      <div className={styles.main}>{children}</div>
      <div className={styles.aside} role="complementary" aria-label={asideLabel}>
        {aside}
      </div>
    </div>
  );
}
