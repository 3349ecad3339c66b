import { Fragment } from "react";
import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { Commit, CommitSummary } from "../../../contract/code/commits.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import { webHref } from "../../domain/webAddress.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { RequestLink } from "../patterns/RequestLink.tsx";
import { TitledList } from "../patterns/TitledList.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./CommitConnections.module.css";

export interface CommitConnectionsProps {
  commit: Pick<Commit, "issues" | "requests" | "releases" | "releases_total" | "fixes" | "fixes_total">;
  issueHref: (issue: IssueRef) => string;
  requestHref: (request: RequestRef) => string;
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  personHref: (person: Person) => string;
  /** A file of a commit's repository, as it is now. */
  fileHref: (repository: string, path: string) => string;
}

/** What a commit belongs to: its issues, its request, the releases that have it, and other fixes in the same files. */
export function CommitConnections(props: CommitConnectionsProps) {
  const { commit, issueHref, requestHref, commitHref, personHref, fileHref } = props;
  const { t } = useTranslation("commits");
  const { issues, requests, releases, releases_total, fixes, fixes_total } = commit;
  return (
    <div className={styles.parts}>
      <TitledList headingLevel={2} title={t("issues.title")} total={issues.length} emptyText={t("issues.empty")}>
        {issues.map(({ issue, how }) => (
          <li key={issue.id}>
            <IssueLink issue={issue} href={issueHref(issue)} />
            <Text as="div" size="small" tone="muted">
              {t(`issues.${how}`)}
            </Text>
          </li>
        ))}
      </TitledList>
      <TitledList headingLevel={2} title={t("requests.title")} total={requests.length} emptyText={t("requests.empty")}>
        {requests.map((request) => (
          <li key={request.url}>
            <RequestLink request={request} href={requestHref(request)} />
          </li>
        ))}
      </TitledList>
      <TitledList headingLevel={2} title={t("releases.title")} total={releases_total} emptyText={t("releases.empty")}>
        {releases.map(({ tag, name, url, at }) => (
          <li key={tag}>
            <a href={webHref(url)} target="_blank" rel="noopener noreferrer">
              <code>
                <ForeignText text={tag} />
              </code>
            </a>{" "}
            {name !== null && name !== tag && <ForeignText text={name} />}{" "}
            <Text size="small" tone="muted">
              <RelativeTime at={at} />
            </Text>
          </li>
        ))}
      </TitledList>
      <TitledList headingLevel={2} title={t("fixes.title")} total={fixes_total} emptyText={t("fixes.empty")}>
        {fixes.map(({ commit: fix, issues: of, paths }) => (
          <li key={fix.hash}>
            <CommitLine {...fix} href={commitHref(fix)} personHref={personHref} />
            {of.map((issue) => (
              <Text key={issue.id} as="div" size="small">
                <IssueLink issue={issue} href={issueHref(issue)} />
              </Text>
            ))}
            <Text as="div" size="small" tone="muted" overflow="anywhere">
              {paths.map((path, at) => (
                <Fragment key={path}>
                  {at > 0 && ", "}
                  <a href={fileHref(fix.repository, path)}>
                    <ForeignText text={path} />
                  </a>
                </Fragment>
              ))}
            </Text>
          </li>
        ))}
      </TitledList>
    </div>
  );
}
