import type { ReactNode } from "react";
import styles from "./ProjectLayout.module.css";

export interface ProjectLayoutProps {
  /** Whether the page is as high as the window and scrolls inside. */
  isFilling?: boolean;
  children: ReactNode;
}

/** The frame of a project's pages: their header and the part on screen. */
export function ProjectLayout({ isFilling = false, children }: ProjectLayoutProps) {
  return (
    <div className={styles.page} data-filling={isFilling || undefined}>
      {children}
    </div>
  );
}
