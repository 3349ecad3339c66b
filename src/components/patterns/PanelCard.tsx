import { type ReactNode, use } from "react";
import { Card } from "../ui/Card.tsx";
import { Inline } from "../ui/Inline.tsx";
import { Section } from "../ui/Section.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import { InFoldPanel } from "./panelFrame.ts";

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
  if (use(InFoldPanel))
    return (
      <Stack>
        {(lead !== undefined || badge !== undefined || actions !== undefined) && (
          <Inline justify="between">
            {lead !== undefined && <Text tone="muted">{lead}</Text>}
            {badge}
            {actions}
          </Inline>
        )}
        {children}
      </Stack>
    );
  return (
    <Card tone="raised">
      <Section title={title} headingLevel={2} lead={lead} badge={badge} actions={actions}>
        {children}
      </Section>
    </Card>
  );
}
