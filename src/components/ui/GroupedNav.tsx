import { useId, type ReactNode } from "react";
import styles from "./GroupedNav.module.css";

export interface GroupedNavItem {
  readonly id: string;
  readonly href: string;
  readonly text: ReactNode;
}

export interface GroupedNavGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly GroupedNavItem[];
}

export interface GroupedNavProps {
  /** Name of the landmark. */
  label: string;
  /** A group without items is left out. */
  groups: readonly GroupedNavGroup[];
  /** Id of the page on screen. */
  current: string;
}

/** The pages of a section with too many for tabs, in titled groups: a column next to the page, or lines above it on a narrow screen. */
export function GroupedNav({ label, groups, current }: GroupedNavProps) {
  const prefix = useId();
  return (
    <nav className={styles.nav} aria-label={label}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ id: group, title, items }) => (
          <div key={group}>
            <h2 id={`${prefix}${group}`} className={styles.title}>
              {title}
            </h2>
            <ul aria-labelledby={`${prefix}${group}`}>
              {items.map(({ id, href, text }) => (
                <li key={id}>
                  <a href={href} aria-current={id === current ? "page" : undefined}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}
