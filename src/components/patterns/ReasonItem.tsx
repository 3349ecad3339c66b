import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Meter } from "../ui/Meter.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./ReasonItem.module.css";

export interface ReasonItemProps {
  /** The reason in words. */
  text: string;
  /** Points, rounded for display; negative ones count against. */
  points: number;
  /** Relative to the strongest reason, 0 to 1: the length of the bar. */
  share: number;
  /** Counts against, and has the colour of a warning. */
  isAgainst?: boolean;
  /** The evidence. */
  children?: ReactNode;
}

/** A reason as a list item: text, points, and evidence. */
export function ReasonItem({ text, points, share, isAgainst = false, children }: ReasonItemProps) {
  const { format } = useTranslation("states");
  return (
    <li className={styles.reason} data-against={isAgainst || undefined}>
      <div className={styles.line}>
        <span>{text}</span>
        <Text tone="muted" className={styles.points}>
          <span className={styles.bar}>
            <Meter share={share} tone={isAgainst ? "warning" : "primary"} />
          </span>
          {points >= 0 ? "+" : "−"}
          {format.number(Math.abs(points))}
        </Text>
      </div>
      {children}
    </li>
  );
}
