import { Classes } from "@blueprintjs/core";
import type { CSSProperties } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import styles from "./Skeleton.module.css";

export interface SkeletonProps {
  /** The shape of the expected content: lines of text, rows of a list or table, or cards. */
  shape?: "lines" | "rows" | "cards";
  count?: number;
  /** CSS length of one line, row or card. */
  height?: string;
  /** Whether screen readers announce that it loads: once for a part of a page. */
  isAnnounced?: boolean;
}

const HEIGHTS = { lines: "0.875rem", rows: "2.5rem", cards: "8rem" } as const;

/** A placeholder of the size of the content that loads, which avoids a layout shift. */
export function Skeleton({ shape = "lines", count = 3, height = HEIGHTS[shape], isAnnounced = true }: SkeletonProps) {
  const { t } = useTranslation("states");
  return (
    <div>
      {isAnnounced && (
        <span role="status" className="visually-hidden">
          {t("loading")}
        </span>
      )}
      <div className={styles[shape]} aria-hidden="true" style={{ "--skeleton-height": height } as CSSProperties}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={`${styles.placeholder} ${Classes.SKELETON}`} />
        ))}
      </div>
    </div>
  );
}
