import type { ReactNode } from "react";
import { Section } from "../ui/Section.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./OverviewList.module.css";

export interface OverviewListProps {
  title: string;
  /** How many there are, with the entries that are not shown. */
  count?: string | undefined;
  /** The whole list; null where there is none. */
  href?: string | null;
  /** Why the entries are listed, for a heading that does not say it. */
  hint?: string | undefined;
  /** Next to the title. */
  actions?: ReactNode;
  /** `li` elements. */
  children: ReactNode;
}

/** A short list of the overview, with the link to the whole one. */
export function OverviewList({ title, count, href = null, hint, actions, children }: OverviewListProps) {
  const heading = (
    <>
      {title}
      {count !== undefined && " "}
      {count !== undefined && (
        <Text tone="muted" isNumeric>
          {count}
        </Text>
      )}
    </>
  );
  return (
    <Section
      title={href === null ? heading : <a href={href}>{heading}</a>}
      headingLevel={3}
      size="body"
      gap={1}
      lead={hint}
      actions={actions}
    >
      <ul className={styles.rows}>{children}</ul>
    </Section>
  );
}
