import type { ReactNode } from "react";
import styles from "./ListWithPreview.module.css";

export interface ListWithPreviewProps {
  /** A `PreviewPanel`; omitted while no row is previewed. */
  preview?: ReactNode;
  /** The rows belong to another filter than the controls show. */
  isStale?: boolean;
  /** A `RowGrid`, or what is shown in its place. */
  children: ReactNode;
}

/** A list that fills the rest of the page, with the preview of a row at its side; on a narrow screen, below it. */
export function ListWithPreview({ preview, isStale = false, children }: ListWithPreviewProps) {
  return (
    <div className={styles.place} data-preview={preview ? true : undefined} data-stale={isStale || undefined}>
      <div className={styles.list}>{children}</div>
      {preview}
    </div>
  );
}
