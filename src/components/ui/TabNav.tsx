import type { ReactNode } from "react";
import { NavCount } from "./NavCount.tsx";
import styles from "./TabNav.module.css";

export interface TabNavItem {
  readonly id: string;
  readonly href: string;
  readonly text: ReactNode;
  /** A small number next to the name. */
  readonly count?: string | undefined;
}

export interface TabNavProps {
  /** Name of the landmark. */
  label: string;
  items: readonly TabNavItem[];
  /** Id of the page on screen. */
  current: string;
  /** The smaller one selects a view within a page. */
  size?: "medium" | "small";
}

/** The pages of a section as tabs. Links rather than ARIA tabs: each has an address, and one may lead to another page. */
export function TabNav({ label, items, current, size = "medium" }: TabNavProps) {
  return (
    <nav className={styles.nav} aria-label={label} data-size={size}>
      <ul>
        {items.map(({ id, href, text, count }) => (
          <li key={id}>
            <a href={href} aria-current={id === current ? "page" : undefined}>
              {text}
              <NavCount count={count} className={styles.count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
