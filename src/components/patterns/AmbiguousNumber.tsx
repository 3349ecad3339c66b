import type { ReactNode } from "react";
import { Stack } from "../ui/Stack.tsx";
import styles from "./AmbiguousNumber.module.css";
import { EmptyState } from "./EmptyState.tsx";

export interface AmbiguousNumberProps {
  /** Names the number or key of the address. */
  title: string;
  text: string;
  /** The accessible name of the list. */
  label: string;
  /** The `li` of what the address may mean. */
  children: ReactNode;
}

/** What several sources of a project give one number: the reader chooses. */
export function AmbiguousNumber({ title, text, label, children }: AmbiguousNumberProps) {
  return (
    <Stack gap={4}>
      <EmptyState title={title}>{text}</EmptyState>
      <div className={styles.list}>
        <Stack as="ul" gap={3} aria-label={label}>
          {children}
        </Stack>
      </div>
    </Stack>
  );
}
