import { useEffect, useRef, type ReactNode } from "react";
import { type NavLink, NavLinks } from "./NavLinks.tsx";
import styles from "./SideNav.module.css";

export interface SideNavItem extends NavLink {
  readonly text: string;
  readonly icon: ReactNode;
}

export interface SideNavProps {
  /** Name of the landmark. */
  label: string;
  items: readonly SideNavItem[];
  /** Id of the page on screen. */
  current: string;
}

/** The pages of a section as a rail at the left, or as one strip that scrolls sideways in a narrow window. */
export function SideNav(props: SideNavProps) {
  const list = useRef<HTMLUListElement>(null);
  // Not scrollIntoView, which would scroll the page as well.
  useEffect(() => {
    const strip = list.current;
    const link = strip?.querySelector<HTMLElement>("[aria-current]");
    if (!strip || !link) return;
    const { left, width } = link.getBoundingClientRect();
    const frame = strip.getBoundingClientRect();
    strip.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [props.current]);
  return <NavLinks {...props} styles={styles} listRef={list} />;
}
