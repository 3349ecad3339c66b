import type { ReactNode } from "react";
import { Avatar } from "../ui/Avatar.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "../ui/RowList.module.css";

export interface PersonListItemProps {
  name: string;
  /** The page of the person. */
  href?: string | undefined;
  /** Next to the name: the person's relation to the reader. */
  tags?: ReactNode;
  /** Below the name, each on a separate line; an empty one is omitted. */
  lines?: readonly string[];
}

/** A person in a list: avatar, name, and details in small type. */
export function PersonListItem({ name, href, tags, lines = [] }: PersonListItemProps) {
  return (
    <span className={styles.person}>
      <Avatar name={name} size={32} isDecorative />
      <span className={styles.names}>
        <span className={styles.name}>
          {href === undefined ? name : <a href={href}>{name}</a>} {tags}
        </span>
        {lines
          .filter((line) => line !== "")
          .map((line) => (
            <Text key={line} size="small" tone="muted" overflow="anywhere">
              {line}
            </Text>
          ))}
      </span>
    </span>
  );
}
