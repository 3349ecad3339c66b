import { type ReactNode, useId, useRef } from "react";
import { Card } from "../ui/Card.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import { useScrollable } from "../ui/useScrollable.ts";
import styles from "./DashboardCardFrame.module.css";

export interface DashboardCardFrameProps {
  /** Plain text, or a link to what the card shows. */
  title: ReactNode;
  /** The title in words, for the region that scrolls. */
  name: string;
  /** The project that the card is about; null: that of the page. */
  project: string | null;
  /** Buttons while the dashboard is edited. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A card of a dashboard: its title, its project and its content, which scrolls where it does not fit. */
export function DashboardCardFrame({ title, name, project, actions, children }: DashboardCardFrameProps) {
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  return (
    // Two cards may have one title, which two landmarks may not.
    <Card as="article" padding={3} className={styles.card} aria-labelledby={id}>
      <header className={styles.header} data-editing={actions !== undefined || undefined}>
        <Text as="h2" size="body" weight="strong" id={id} overflow="anywhere">
          {title}
        </Text>
        {project !== null && (
          <Text tone="muted" size="small">
            {project}
          </Text>
        )}
        {actions !== undefined && <Inline gap={1}>{actions}</Inline>}
      </header>
      <div ref={body} className={styles.body} {...useScrollable(body, name)}>
        {children}
      </div>
    </Card>
  );
}
