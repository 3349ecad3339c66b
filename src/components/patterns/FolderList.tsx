import type { ReactNode } from "react";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { Icon, type IconProps } from "../ui/Icon.tsx";
import styles from "./FolderList.module.css";

export interface FolderListEntry {
  readonly key: string;
  readonly name: string;
  /** The accessible name, where it is not the name. */
  readonly label?: string | undefined;
  readonly icon: IconProps["of"];
  /** Text alternative of the icon; omitted for the usual kind. */
  readonly kind?: string | undefined;
  /** Omitted where it has no address; `note` then says why. */
  readonly href?: string | undefined;
  readonly note?: string | undefined;
  /** A tag next to the name; on a phone too, where the fact is hidden. */
  readonly badge?: ReactNode;
  /** Its last commit, or the number of pages below it. */
  readonly fact?: ReactNode;
  /** Time of the last change. */
  readonly at?: string | null | undefined;
}

export interface FolderListProps {
  /** The accessible name. */
  label: string;
  entries: readonly FolderListEntry[];
  /** Below the entries: how many are not listed. */
  note?: string | null;
}

/** The entries of a folder, a wiki or a page with pages below it, with a fact and the last change of each. */
export function FolderList({ label, entries, note = null }: FolderListProps) {
  return (
    <div className={styles.box}>
      <ul className={styles.list} aria-label={label}>
        {entries.map(({ key, name, icon, ...entry }) => (
          <li key={key} className={styles.entry}>
            <Text tone="muted" className={styles.icon}>
              <Icon of={icon} size={14} />
              {entry.kind !== undefined && <span className="visually-hidden">{entry.kind}</span>}
            </Text>
            {entry.href === undefined ? (
              <span className={styles.name}>
                <ForeignText text={name} /> <span className="visually-hidden">{entry.note}</span>
              </span>
            ) : (
              <a href={entry.href} className={styles.name} aria-label={entry.label}>
                <ForeignText text={name} />
              </a>
            )}
            {entry.badge && <span className={styles.badge}>{entry.badge}</span>}
            {entry.fact && (
              <Text tone="muted" className={styles.fact}>
                {entry.fact}
              </Text>
            )}
            <Text size="small" tone="muted" className={styles.time}>
              {entry.at != null && <RelativeTime at={entry.at} />}
            </Text>
          </li>
        ))}
      </ul>
      {note !== null && (
        <Text as="p" size="small" tone="muted" className={styles.note}>
          {note}
        </Text>
      )}
    </div>
  );
}
