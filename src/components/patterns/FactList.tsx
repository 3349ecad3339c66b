import type { ReactNode } from "react";
import { Text } from "../ui/Text.tsx";
import styles from "./FactList.module.css";

export interface FactListProps {
  /** Its accessible name. */
  label?: string;
  /** `row`: next to each other; `column`: below each other; `table`: the names in a column of their own. */
  layout: "row" | "column" | "table";
  /** `Fact` elements. */
  children: ReactNode;
}

/** The facts of one item: a name and its value each. */
export function FactList({ label, layout, children }: FactListProps) {
  return (
    <dl className={styles.facts} data-layout={layout} aria-label={label}>
      {children}
    </dl>
  );
}

export interface FactProps {
  name: string;
  children: ReactNode;
}

/** One entry of a FactList. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <Text as="dt" size="small" tone="muted">
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  );
}
