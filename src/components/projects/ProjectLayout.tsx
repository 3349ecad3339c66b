import type { ReactNode } from "react";
import styles from "./ProjectLayout.module.css";

export interface ProjectLayoutProps {
  /** The navigation between the pages of the project. */
  nav: ReactNode;
  /** Whether the page is as high as the window and scrolls inside. */
  isFilling?: boolean;
  children: ReactNode;
}

/** The frame of a project's pages: a rail at the left, which stays while the page scrolls, and the page. */
export function ProjectLayout({ nav, isFilling = false, children }: ProjectLayoutProps) {
  return (
    <div className={styles.layout} data-filling={isFilling || undefined}>
      <div className={styles.rail}>{nav}</div>
      <div className={styles.page}>{children}</div>
    </div>
  );
}
