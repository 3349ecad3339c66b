import type { ReactNode } from "react";
import { Card } from "../ui/Card.tsx";
import { Section } from "../ui/Section.tsx";

export interface PanelCardProps {
  title: string;
  /** One line under the title. */
  lead?: string;
  /** Shown next to the title, such as a confidence. */
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** A raised panel of a page with its title. Panels are stacked and independent of each other. */
export function PanelCard({ title, lead, badge, actions, children }: PanelCardProps) {
  return (
    <Card tone="raised">
      <Section title={title} headingLevel={2} lead={lead} badge={badge} actions={actions}>
        {children}
      </Section>
    </Card>
  );
}
