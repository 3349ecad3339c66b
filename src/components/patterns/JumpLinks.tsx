import type { ReactNode } from "react";
import styles from "./JumpLinks.module.css";

export interface JumpLinksProps {
  /** Names the navigation. */
  label: string;
  /** Ids of parts of the page, in the order of the page. */
  targets: readonly { readonly id: string; readonly text: string }[];
  /** Id of the part that is read now. */
  current?: string | null;
  /** A button for all parts, after the links. */
  action?: ReactNode;
}

/** Links to the parts of a long page. */
export function JumpLinks({ label, targets, current, action }: JumpLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {targets.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current || undefined}>
              {text}
            </a>
          </li>
        ))}
        {action && <li>{action}</li>}
      </ul>
    </nav>
  );
}
