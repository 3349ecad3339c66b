import { shortHash } from "../../../contract/shortHash.ts";
import type { CommitRef } from "../../../contract/analysis.ts";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import styles from "./IssuePanels.module.css";

/** A commit as one line of evidence. */
export function CommitRow({ commit }: { commit: CommitRef }) {
  return (
    <span className={styles.line}>
      <code title={commit.hash}>{shortHash(commit.hash)}</code>
      <span>{commit.title}</span>
      <span className={styles.meta}>
        <RelativeTime at={commit.at} />
      </span>
    </span>
  );
}
