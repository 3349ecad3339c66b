import type { ReactNode } from "react";
import { Text } from "../ui/Text.tsx";
import styles from "./OverviewRow.module.css";

export interface OverviewRowProps {
  /** The name of the thing, usually a link: it is cut where the row is too narrow. */
  children: ReactNode;
  /** Facts at the end of the row. */
  detail?: ReactNode;
}

/** One line of an `OverviewList`. */
export function OverviewRow({ children, detail }: OverviewRowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.name}>{children}</span>
      {detail !== undefined && (
        <Text tone="muted" size="small" isNumeric className={styles.detail}>
          {detail}
        </Text>
      )}
    </li>
  );
}
