import type { ReactNode } from "react";
import styles from "./ActionRow.module.css";

export interface ActionRowProps {
  /** What the row is about: `NameLines` or `PersonListItem`. */
  children: ReactNode;
  /** Between the name and the actions: a role, a time. */
  fact?: ReactNode;
  /** Buttons at the end of the row. */
  actions: ReactNode;
  /** What has a line of its own on a phone. */
  wide?: "name" | "actions" | undefined;
}

/** An item of a list of settings with buttons for it: a session, a user, an invitation. */
export function ActionRow({ children, fact, actions, wide }: ActionRowProps) {
  return (
    <li className={styles.row}>
      {wide === "name" ? <div className={styles.wide}>{children}</div> : children}
      {fact}
      <div className={styles.actions} data-wide={wide === "actions" || undefined}>
        {actions}
      </div>
    </li>
  );
}
