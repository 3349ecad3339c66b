import { type NavLink, NavLinks } from "./NavLinks.tsx";
import styles from "./TabNav.module.css";

export type TabNavItem = Omit<NavLink, "icon">;

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
export function TabNav({ size = "medium", ...list }: TabNavProps) {
  return <NavLinks {...list} size={size} styles={styles} />;
}
