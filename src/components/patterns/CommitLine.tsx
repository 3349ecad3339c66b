import { shortHash } from "../../../contract/shortHash.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CommitLine.module.css";

export interface CommitLineProps {
  hash: string;
  /** The first line of its message; omitted where it is not known. */
  title?: string | undefined;
  /** Its page; omitted: the hash is no link. */
  href?: string | undefined;
  /** Digits of the hash that are shown. */
  digits?: number;
  author?: string;
  /** ISO 8601. */
  at?: string | undefined;
}

/** A commit as one line of evidence: hash, title, author, age. */
export function CommitLine({ hash, title, href, digits = shortHash(hash).length, author, at }: CommitLineProps) {
  const short = <code>{hash.slice(0, digits)}</code>;
  return (
    <span className={styles.line}>
      {href === undefined ? short : <a href={href}>{short}</a>}
      {title !== undefined && <span className={styles.title}>{title}</span>}
      {(author !== undefined || at !== undefined) && (
        <Text size="small" tone="muted">
          {author}
          {author !== undefined && at !== undefined && " · "}
          {at !== undefined && <RelativeTime at={at} />}
        </Text>
      )}
    </span>
  );
}
