import type { DashboardIssue } from "../../../contract/users.ts";
import { RelativeTime } from "../RelativeTime/RelativeTime.tsx";
import styles from "./MyIssues.module.css";

export interface MyIssuesProps {
  /** Newest activity first. */
  issues: readonly DashboardIssue[];
  hrefOf: (issue: DashboardIssue) => string;
}

/** Open issues of all projects that are assigned to the reader. */
export function MyIssues({ issues, hrefOf }: MyIssuesProps) {
  return (
    <ul className={styles.list}>
      {issues.map((issue) => (
        <li key={issue.id} className={styles.issue}>
          <a className={styles.title} href={hrefOf(issue)}>
            {issue.title}
          </a>
          <span className={styles.detail}>
            <code>{issue.key}</code>
            <span>{issue.project_name}</span>
            <RelativeTime at={issue.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
