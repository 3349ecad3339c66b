import type { ReactNode } from "react";
import { Inline } from "../ui/Inline.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./PageHeader.module.css";

export interface PageHeaderProps {
  /** Plain text, or text with links in it. */
  title: ReactNode;
  /** Small elements next to the title: a role, a state, a count. */
  badges?: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Shown above the title: breadcrumbs. */
  above?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
}

/** The h1 of a page, with the actions of the page as a whole. */
export function PageHeader({ title, badges, description, above, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {above}
      <Inline gap={3} justify="between">
        <Inline gap={3}>
          <h1 className={styles.title}>{title}</h1>
          {badges}
        </Inline>
        {actions && <Inline align="stretch">{actions}</Inline>}
      </Inline>
      {description && (
        <Text as="div" tone="muted" className={styles.description}>
          {description}
        </Text>
      )}
    </header>
  );
}
