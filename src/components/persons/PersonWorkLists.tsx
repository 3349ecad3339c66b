import type { ReactNode } from "react";
import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { CommitSummary } from "../../../contract/code/commits.ts";
import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import type { PersonWork } from "../../../contract/people/personPage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { RequestLink } from "../patterns/RequestLink.tsx";
import { TitledList } from "../patterns/TitledList.tsx";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { ForeignText } from "../ui/ForeignText.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./PersonWorkLists.module.css";

type Page = PersonWork["pages"][number];

/** Lists of a person that lists of the project have by a filter. */
export type AddableWorkList = "assigned" | "requests" | "commits" | "reviews" | "opened";

export interface PersonWorkListsProps {
  work: PersonWork;
  issueHref: (issue: IssueRef) => string;
  requestHref: (request: RequestRef) => string;
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  /** Null for a page that is not searchable yet. */
  pageHref: (page: Page) => string | null;
  /** Next to the title of a list. */
  actionOf?: (list: AddableWorkList, title: string) => ReactNode;
}

/** What a person works on now, and what they have done: issues, requests, commits, reviews, pages. */
export function PersonWorkLists({
  work,
  issueHref,
  requestHref,
  commitHref,
  pageHref,
  actionOf,
}: PersonWorkListsProps) {
  const { t } = useTranslation("persons");
  const issues = (list: readonly IssueRef[]) =>
    list.map((issue) => (
      <li key={issue.id}>
        <IssueLink issue={issue} href={issueHref(issue)} />
      </li>
    ));
  return (
    <PanelCard title={t("work.title")}>
      <div className={styles.lists}>
        <TitledList
          headingLevel={3}
          emptyText={t("work.empty")}
          title={t("work.assigned")}
          total={work.assigned_total}
          actions={actionOf?.("assigned", t("work.assigned"))}
        >
          {issues(work.assigned)}
        </TitledList>
        <TitledList
          headingLevel={3}
          emptyText={t("work.empty")}
          title={t("work.requests")}
          total={work.requests_total}
          actions={actionOf?.("requests", t("work.requests"))}
          note={work.merged_requests_total > 0 && t("work.merged", { count: work.merged_requests_total })}
        >
          {work.requests.map((request) => (
            <li key={request.url}>
              <RequestLink request={request} href={requestHref(request)} />
            </li>
          ))}
        </TitledList>
        <TitledList
          headingLevel={3}
          emptyText={t("work.empty")}
          title={t("work.commits")}
          total={work.commits_total}
          actions={actionOf?.("commits", t("work.commits"))}
        >
          {work.commits.map((commit) => (
            <li key={`${commit.repository} ${commit.hash}`}>
              <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit)} />
            </li>
          ))}
        </TitledList>
        <TitledList
          headingLevel={3}
          emptyText={t("work.empty")}
          title={t("work.reviews")}
          total={work.reviews_total}
          actions={actionOf?.("reviews", t("work.reviews"))}
        >
          {work.reviews.map(({ request, verdict, at }) => (
            <li key={request.url}>
              <RequestLink request={request} href={requestHref(request)} />
              <Text as="div" size="small" tone="muted">
                {t(`work.verdict.${verdict}`)} · <RelativeTime at={at} />
              </Text>
            </li>
          ))}
        </TitledList>
        <TitledList
          headingLevel={3}
          emptyText={t("work.empty")}
          title={t("work.opened")}
          total={work.opened_total}
          actions={actionOf?.("opened", t("work.opened"))}
        >
          {issues(work.opened)}
        </TitledList>
        <TitledList headingLevel={3} emptyText={t("work.empty")} title={t("work.resolved")} total={work.resolved_total}>
          {issues(work.resolved)}
        </TitledList>
        <TitledList headingLevel={3} emptyText={t("work.empty")} title={t("work.pages")} total={work.pages_total}>
          {work.pages.map((page) => {
            const href = pageHref(page);
            return (
              <li key={`${page.source} ${page.path ?? page.title}`}>
                {href === null ? (
                  <ForeignText text={page.title} />
                ) : (
                  <a href={href}>
                    <ForeignText text={page.title} />
                  </a>
                )}
                <Text as="div" size="small" tone="muted">
                  {t("work.versions", { count: page.versions })} · <RelativeTime at={page.at} />
                </Text>
              </li>
            );
          })}
        </TitledList>
      </div>
    </PanelCard>
  );
}
