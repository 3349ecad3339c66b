import type { ReactNode } from "react";
import { useWords } from "../../i18n/useWords.ts";
import styles from "./ReasonItem.module.css";

export interface ReasonItemProps {
  /** The reason in words. */
  text: string;
  /** What it is worth, rounded as it is shown; below zero it counts against. */
  points: number;
  /** Of the strongest reason, 0 to 1: how long its bar is. */
  share: number;
  /** What the points are, for those who point at them. */
  title: string;
  /** Counts against, and is said in the colour of a warning. */
  isAgainst?: boolean;
  /** What it rests on. */
  children?: ReactNode;
}

/** A reason in a list of them: what it says, what it is worth, and what it rests on. Goes into a list. */
export function ReasonItem({ text, points, share, title, isAgainst = false, children }: ReasonItemProps) {
  const { format } = useWords("states");
  return (
    <li className={styles.reason} data-against={isAgainst || undefined}>
      <div className={styles.line}>
        <span>{text}</span>
        <span className={styles.points} title={title}>
          <span className={styles.bar} aria-hidden style={{ inlineSize: `${Math.min(1, share) * 40}px` }} />
          {points >= 0 ? "+" : "−"}
          {format.number(Math.abs(points))}
        </span>
      </div>
      {children}
    </li>
  );
}
