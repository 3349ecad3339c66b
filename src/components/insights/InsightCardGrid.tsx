import type { ReactNode } from "react";
import styles from "./InsightCardGrid.module.css";

/** Cards of Insights in rows, each as wide as the others of its row. A text between them has a row of its own. */
export const InsightCardGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;
