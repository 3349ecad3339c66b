import type { ReactNode } from "react";
import styles from "./OverviewColumns.module.css";

/** Two columns of panels, the first one wider; one below the other where the page is narrow. */
export function OverviewColumns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{aside}</div>
    </div>
  );
}
