import { type ReactNode, useId } from "react";
import { Text } from "../ui/Text.tsx";
import styles from "./OverviewList.module.css";

export interface OverviewListProps {
  title: string;
  /** How many there are, with the entries that are not shown. */
  count?: string | undefined;
  /** The whole list; null where there is none. */
  href?: string | null;
  /** Why the entries are listed, for a heading that does not say it. */
  hint?: string | undefined;
  /** `li` elements. */
  children: ReactNode;
}

/** A short list of the overview, with the link to the whole one. */
export function OverviewList({ title, count, href = null, hint, children }: OverviewListProps) {
  const id = useId();
  const heading = (
    <>
      {title}
      {count !== undefined && " "}
      {count !== undefined && (
        <Text tone="muted" isNumeric>
          {count}
        </Text>
      )}
    </>
  );
  return (
    <section className={styles.list} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {href === null ? heading : <a href={href}>{heading}</a>}
      </h3>
      {hint !== undefined && (
        <Text as="p" size="small" tone="muted">
          {hint}
        </Text>
      )}
      <ul className={styles.rows}>{children}</ul>
    </section>
  );
}
