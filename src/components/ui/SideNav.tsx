import { useEffect, useRef, type ReactNode } from "react";
import styles from "./SideNav.module.css";

export interface SideNavItem {
  readonly id: string;
  readonly href: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** A small number next to the name. */
  readonly count?: string | undefined;
}

export interface SideNavProps {
  /** Name of the landmark. */
  label: string;
  items: readonly SideNavItem[];
  /** Id of the page on screen. */
  current: string;
}

/** The pages of a section as a rail at the left, or as one strip that scrolls sideways in a narrow window. */
export function SideNav({ label, items, current }: SideNavProps) {
  const list = useRef<HTMLUListElement>(null);
  // Not scrollIntoView, which would scroll the page as well.
  useEffect(() => {
    const strip = list.current;
    const link = strip?.querySelector<HTMLElement>("[aria-current]");
    if (!strip || !link) return;
    const { left, width } = link.getBoundingClientRect();
    const frame = strip.getBoundingClientRect();
    strip.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [current]);
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul ref={list}>
        {items.map(({ id, href, text, icon, count }) => (
          <li key={id}>
            <a href={href} aria-current={id === current ? "page" : undefined}>
              {icon}
              <span className={styles.text}>{text}</span>
              {/* Screen readers need the space: without it the name and the number are one word. */}
              {count !== undefined && " "}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
