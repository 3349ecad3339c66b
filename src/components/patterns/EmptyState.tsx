import type { ReactNode } from "react";
import { Text } from "../ui/Text.tsx";
import styles from "./EmptyState.module.css";

export interface EmptyStateProps {
  /** An icon element of size 40, or nothing. */
  icon?: ReactNode;
  title: string;
  /** The purpose of the place, or why it is empty. */
  children?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  /** Level of the heading; 2 right under a page's title. */
  headingLevel?: 2 | 3;
}

/** An empty state with the next step. */
export function EmptyState({ icon, title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.empty}>
      {icon && (
        <Text as="div" tone="muted" aria-hidden="true">
          {icon}
        </Text>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children && (
        <Text as="div" tone="muted" className={styles.text}>
          {children}
        </Text>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
