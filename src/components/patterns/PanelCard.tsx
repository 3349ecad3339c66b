import { type ReactNode, useId } from "react";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import { Card } from "../ui/Card.tsx";
import styles from "./PanelCard.module.css";

export interface PanelCardProps {
  title: string;
  /** One line under the title. */
  lead?: string;
  /** Shown next to the title: the panel's confidence. */
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One answer to an issue, with its evidence. Panels are stacked and independent of each other. */
export function PanelCard({ title, lead, badge, actions, children }: PanelCardProps) {
  const id = useId();
  return (
    <Card as="section" tone="raised" className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <Inline>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {badge}
        </Inline>
        {actions && <div>{actions}</div>}
        {lead && (
          <Text as="p" tone="muted" className={styles.lead}>
            {lead}
          </Text>
        )}
      </header>
      {children}
    </Card>
  );
}
