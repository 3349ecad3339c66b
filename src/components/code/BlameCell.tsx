import type { CSSProperties } from "react";
import type { BlameCommit } from "../../../contract/code/code.ts";
import { PersonName } from "../patterns/PersonName.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./BlameCell.module.css";

/** Addresses of what a line of blame names. */
export interface BlameHrefs {
  readonly commit: (commit: BlameCommit) => string;
  readonly issue: (issue: BlameCommit["issues"][number]) => string;
  readonly request: (request: BlameCommit["requests"][number]) => string;
  readonly person: (person: NonNullable<BlameCommit["person"]>) => string;
}

export interface BlameCellProps {
  /** Null where the blame does not say. */
  commit: BlameCommit | null;
  hrefs: BlameHrefs;
  /** From 0 for the oldest commit to 1 for the newest. */
  recency: number;
  /** Whether it is the first line of its commit: the others repeat only the colour. */
  isFirst: boolean;
}

/** Who wrote a line, when, in which commit, and for which issue. */
export function BlameCell({ commit, hrefs, recency, isFirst }: BlameCellProps) {
  return (
    <div className={styles.blame} data-first={isFirst || undefined} style={{ "--recency": recency } as CSSProperties}>
      {isFirst && commit && <CommitOfLine commit={commit} hrefs={hrefs} />}
    </div>
  );
}

function CommitOfLine({ commit, hrefs }: { commit: BlameCommit; hrefs: BlameHrefs }) {
  const { title, author, person, at, issues, requests } = commit;
  const [issue] = issues;
  const [request] = requests;
  return (
    <>
      <Text tone="muted" className={styles.age}>
        <RelativeTime at={at} />
      </Text>
      <PersonName
        name={person?.name ?? author}
        href={person && hrefs.person(person)}
        isUnderlined={false}
        overflow="ellipsis"
        className={styles.author}
      />
      <a className={styles.title} href={hrefs.commit(commit)} title={title}>
        <ForeignText text={title} />
      </a>
      {issue ? (
        <a href={hrefs.issue(issue)}>{issue.key}</a>
      ) : (
        request && <a href={hrefs.request(request)}>{request.key}</a>
      )}
    </>
  );
}
