import type { DashboardIssue } from "../../../contract/access/users.ts";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./AssignedIssues.module.css";

export interface AssignedIssuesProps {
  /** Newest activity first. */
  issues: readonly DashboardIssue[];
  hrefOf: (issue: DashboardIssue) => string;
}

/** Open issues of all projects that are assigned to the reader. */
export function AssignedIssues({ issues, hrefOf }: AssignedIssuesProps) {
  return (
    <Stack as="ul" gap={0}>
      {issues.map((issue) => (
        <li key={issue.id} className={styles.issue}>
          <a className={styles.title} href={hrefOf(issue)}>
            <ForeignText text={issue.title} />
          </a>
          <Text tone="muted" className={styles.detail}>
            <code>{issue.key}</code>
            <span>{issue.project_name}</span>
            <RelativeTime at={issue.updated_at} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}
