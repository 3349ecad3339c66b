import type { ReactNode } from "react";
import { Section } from "../ui/Section.tsx";

export interface SideSectionProps {
  title: string;
  /** Next to the title: a link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A short list next to the main content, with a small heading. */
export function SideSection({ title, more, children }: SideSectionProps) {
  return (
    <Section role="group" title={title} headingLevel={3} size="compact" gap={1} actions={more}>
      {children}
    </Section>
  );
}
