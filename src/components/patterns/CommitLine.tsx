import { shortHash } from "../../../contract/shortHash.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CommitLine.module.css";

export interface CommitLineProps {
  hash: string;
  /** The first line of its message; omitted where it is not known. */
  title?: string | undefined;
  /** Its page at the host; null or omitted: the hash is no link. */
  url?: string | null | undefined;
  author?: string;
  /** ISO 8601. */
  at?: string | undefined;
}

/** A commit as one line of evidence: hash, title, author, age. */
export function CommitLine({ hash, title, url = null, author, at }: CommitLineProps) {
  const short = <code>{shortHash(hash)}</code>;
  return (
    <span className={styles.line}>
      {url === null ? (
        short
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {short}
        </a>
      )}
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
