import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { CircleIcon, TickCircleIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./Checklist.module.css";

export interface ChecklistItem {
  readonly id: string;
  readonly text: string;
  /** Why to do it, while it is not done. */
  readonly why: string;
  /** Where it is done. */
  readonly href: string;
  readonly isDone: boolean;
  /** Next to an item that is not done, such as its progress. */
  readonly note?: ReactNode;
}

export interface ChecklistProps {
  items: readonly ChecklistItem[];
  /** Names of the two marks, for screen readers. */
  doneLabel: string;
  openLabel: string;
}

/** Things to do, each ticked once it is done; what is not done leads to its place. */
export function Checklist({ items, doneLabel, openLabel }: ChecklistProps) {
  return (
    <ul className={styles.steps}>
      {items.map(({ id, text, why, href, isDone, note }) => (
        <li key={id} className={styles.step}>
          <Text tone={isDone ? "success" : "muted"} className={styles.mark}>
            <Icon of={isDone ? TickCircleIcon : CircleIcon} label={isDone ? doneLabel : openLabel} />
          </Text>
          <span>
            {isDone ? text : <a href={href}>{text}</a>}
            {!isDone && note}
            {!isDone && (
              <Text as="div" tone="muted" size="small">
                {why}
              </Text>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
