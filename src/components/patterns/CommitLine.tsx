import type { Person } from "../../../contract/fieldSchemas.ts";
import { shortHash } from "../../../contract/code/shortHash.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { PersonName } from "./PersonName.tsx";
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
  /** The author, where the project knows them. */
  person?: Person | null | undefined;
  /** The page of a person; omitted: the author is no link. */
  personHref?: ((person: Person) => string) | undefined;
  /** ISO 8601. */
  at?: string | undefined;
}

/** A commit as one line of evidence: hash, title, author, age. */
export function CommitLine(props: CommitLineProps) {
  const { hash, title, href, digits = shortHash(hash).length, author, person, personHref, at } = props;
  const short = <code>{hash.slice(0, digits)}</code>;
  return (
    <span className={styles.line}>
      {href === undefined ? (
        short
      ) : (
        <a href={href} className="target">
          {short}
        </a>
      )}
      {title !== undefined && <ForeignText text={title} />}
      {(author !== undefined || at !== undefined) && (
        <Text size="small" tone="muted">
          {author !== undefined && <PersonName name={author} href={person ? personHref?.(person) : undefined} />}
          {author !== undefined && at !== undefined && " · "}
          {at !== undefined && <RelativeTime at={at} />}
        </Text>
      )}
    </span>
  );
}
