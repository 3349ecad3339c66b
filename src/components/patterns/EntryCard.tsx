import { useId, type ReactNode } from "react";
import { Card } from "../ui/Card.tsx";
import styles from "./EntryCard.module.css";

export interface EntryCardProps {
  title: ReactNode;
  /** One below the title of the list. */
  headingLevel: 3 | 4;
  /** Its state, next to the title. */
  badge?: ReactNode;
  children: ReactNode;
}

/** One entry of a list of settings: what it is, its state, and what can be done with it. */
export function EntryCard({ title, headingLevel, badge, children }: EntryCardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <Card as="section" className={styles.card} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {title}
        {badge}
      </Heading>
      {children}
    </Card>
  );
}
