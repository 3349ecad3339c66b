import { Fragment, type ReactNode, useId } from "react";
import type { IssueRef } from "../../../contract/analysis.ts";
import type { Commit, CommitSummary } from "../../../contract/commits.ts";
import type { RequestRef } from "../../../contract/requestRef.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.ts";
import { Text } from "../ui/Text.tsx";
import { MoreLine } from "./MoreLine.tsx";
import styles from "./CommitConnections.module.css";

export interface CommitConnectionsProps {
  commit: Pick<Commit, "issues" | "requests" | "releases" | "releases_total" | "fixes" | "fixes_total">;
  issueHref: (issue: IssueRef) => string;
  requestHref: (request: RequestRef) => string;
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  /** A file of a commit's repository, as it is now. */
  fileHref: (repository: string, path: string) => string;
}

/** What a commit belongs to: its issues, its request, the releases that have it, and other fixes in the same files. */
export function CommitConnections(props: CommitConnectionsProps) {
  const { commit, issueHref, requestHref, commitHref, fileHref } = props;
  const { t } = useTranslation("commits");
  const { issues, requests, releases, releases_total, fixes, fixes_total } = commit;
  return (
    <div className={styles.parts}>
      <Part title={t("issues.title")} count={issues.length} empty={t("issues.empty")}>
        {issues.map(({ issue, how }) => (
          <li key={issue.id}>
            <a href={issueHref(issue)}>
              {issue.key} {issue.title}
            </a>{" "}
            <Text size="small" tone="muted">
              {t(`issues.${how}`)} · {t(`state.${issue.state}`)}
            </Text>
          </li>
        ))}
      </Part>
      <Part title={t("requests.title")} count={requests.length} empty={t("requests.empty")}>
        {requests.map((request) => (
          <li key={request.url}>
            <a href={requestHref(request)}>
              {request.key} {request.title}
            </a>{" "}
            <Text size="small" tone="muted">
              {t(`state.${request.state}`)}
            </Text>
          </li>
        ))}
      </Part>
      <Part title={t("releases.title")} count={releases_total} empty={t("releases.empty")}>
        {releases.map(({ tag, name, url, at }) => (
          <li key={tag}>
            {url === null ? (
              <code>{tag}</code>
            ) : (
              <a href={url} target="_blank" rel="noopener noreferrer">
                <code>{tag}</code>
              </a>
            )}{" "}
            {name !== null && name !== tag && name}{" "}
            <Text size="small" tone="muted">
              <RelativeTime at={at} />
            </Text>
          </li>
        ))}
        <MoreLine count={releases_total - releases.length} />
      </Part>
      <Part title={t("fixes.title")} count={fixes_total} empty={t("fixes.empty")}>
        {fixes.map(({ commit: fix, issues: of, paths }) => (
          <li key={fix.hash}>
            <CommitLine {...fix} href={commitHref(fix)} />
            {of.map((issue) => (
              <Text key={issue.id} as="div" size="small" overflow="anywhere">
                <a href={issueHref(issue)}>
                  {issue.key} {issue.title}
                </a>
              </Text>
            ))}
            <Text as="div" size="small" tone="muted" overflow="anywhere">
              {paths.map((path, at) => (
                <Fragment key={path}>
                  {at > 0 && ", "}
                  <a href={fileHref(fix.repository, path)}>{path}</a>
                </Fragment>
              ))}
            </Text>
          </li>
        ))}
        <MoreLine count={fixes_total - fixes.length} />
      </Part>
    </div>
  );
}

function Part({ title, count, empty, children }: { title: string; count: number; empty: string; children: ReactNode }) {
  const { format } = useTranslation("commits");
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id} className={styles.title}>
        {title}{" "}
        {count > 0 && (
          <Tag minimal round>
            {format.number(count)}
          </Tag>
        )}
      </h2>
      {count === 0 ? (
        <Text as="p" size="small" tone="muted">
          {empty}
        </Text>
      ) : (
        <Stack as="ul" gap={2}>
          {children}
        </Stack>
      )}
    </section>
  );
}
