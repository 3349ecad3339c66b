import { useId } from "react";
import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { ChangeRequest } from "../../../contract/requests/requests.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./RequestIssues.module.css";

export interface RequestIssuesProps {
  issues: ChangeRequest["issues"];
  issueHref: (issue: IssueRef) => string;
}

/** The issues that a request closes or names. */
export function RequestIssues({ issues, issueHref }: RequestIssuesProps) {
  const { t } = useTranslation("requests");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t("issues.title")}
      </h2>
      {issues.length === 0 ? (
        <Text as="p" size="small" tone="muted">
          {t("issues.empty")}
        </Text>
      ) : (
        <Stack as="ul" gap={2}>
          {issues.map(({ issue, how }) => (
            <li key={issue.id}>
              <IssueLink issue={issue} href={issueHref(issue)} />{" "}
              <Text size="small" tone="muted">
                {t(`issues.${how}`)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}
