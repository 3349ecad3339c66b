import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { SortAscIcon, SortDescIcon } from "./icons.ts";
import { PlainButton } from "./PlainButton.tsx";
import styles from "./SortButton.module.css";

export interface SortButtonProps {
  /** The present order; its column header has the same as `aria-sort`. */
  direction?: "ascending" | "descending" | undefined;
  onSort: () => void;
  /** The name of the column. */
  children: ReactNode;
}

/** The content of a column header that sorts the table. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  return (
    <PlainButton className={styles.sort} data-direction={direction} onClick={onSort}>
      {children}
      {direction && <Icon of={direction === "ascending" ? SortAscIcon : SortDescIcon} size={12} />}
    </PlainButton>
  );
}
