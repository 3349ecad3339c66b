import type { IssueRef } from "../../../contract/issues/analysis.ts";
import { IssueStateTag } from "./IssueStateTag.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import styles from "./IssueLink.module.css";

/** Another issue as one line of evidence. */
export function IssueLink({ issue, href }: { issue: IssueRef; href: string }) {
  return (
    <span className={styles.line}>
      <IssueStateTag state={issue.state} hasWord={false} />
      <a href={href}>
        {issue.key} <ForeignText text={issue.title} />
      </a>
    </span>
  );
}
