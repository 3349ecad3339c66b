import type { ReactNode } from "react";
import type { IssueRef } from "../../../contract/analysis.ts";
import type { CommitSummary } from "../../../contract/commits.ts";
import type { RequestRef } from "../../../contract/requestRef.ts";
import type { PersonWork } from "../../../contract/personPage.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { IssueLink } from "../issues/IssueLink.tsx";
import { CommitLine } from "../patterns/CommitLine.tsx";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Tag } from "../ui/Tag.ts";
import { Text } from "../ui/Text.tsx";
import styles from "./PersonWorkLists.module.css";

type Page = PersonWork["pages"][number];

export interface PersonWorkListsProps {
  work: PersonWork;
  issueHref: (issue: IssueRef) => string;
  requestHref: (request: RequestRef) => string;
  commitHref: (commit: Pick<CommitSummary, "hash" | "repository">) => string;
  /** Null for a page that is not searchable yet. */
  pageHref: (page: Page) => string | null;
}

/** What a person works on now, and what they have done: issues, requests, commits, reviews, pages. */
export function PersonWorkLists({ work, issueHref, requestHref, commitHref, pageHref }: PersonWorkListsProps) {
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
        <List title={t("work.assigned")} total={work.assigned_total}>
          {issues(work.assigned)}
        </List>
        <List
          title={t("work.requests")}
          total={work.requests_total}
          note={work.merged_requests_total > 0 && t("work.merged", { count: work.merged_requests_total })}
        >
          {work.requests.map((request) => (
            <li key={request.url}>
              <Request request={request} href={requestHref(request)} />
            </li>
          ))}
        </List>
        <List title={t("work.commits")} total={work.commits_total}>
          {work.commits.map((commit) => (
            <li key={`${commit.repository} ${commit.hash}`}>
              <CommitLine hash={commit.hash} title={commit.title} at={commit.at} href={commitHref(commit)} />
            </li>
          ))}
        </List>
        <List title={t("work.reviews")} total={work.reviews_total}>
          {work.reviews.map(({ request, verdict, at }) => (
            <li key={request.url}>
              <Request request={request} href={requestHref(request)} />
              <Text as="div" size="small" tone="muted">
                {t(`work.verdict.${verdict}`)} · <RelativeTime at={at} />
              </Text>
            </li>
          ))}
        </List>
        <List title={t("work.opened")} total={work.opened_total}>
          {issues(work.opened)}
        </List>
        <List title={t("work.resolved")} total={work.resolved_total}>
          {issues(work.resolved)}
        </List>
        <List title={t("work.pages")} total={work.pages_total}>
          {work.pages.map((page) => {
            const href = pageHref(page);
            return (
              <li key={`${page.source} ${page.path ?? page.title}`}>
                {href === null ? page.title : <a href={href}>{page.title}</a>}
                <Text as="div" size="small" tone="muted">
                  {t("work.versions", { count: page.versions })} · <RelativeTime at={page.at} />
                </Text>
              </li>
            );
          })}
        </List>
      </div>
    </PanelCard>
  );
}

function Request({ request: { key, title, state }, href }: { request: RequestRef; href: string }) {
  const { t } = useTranslation("persons");
  return (
    <>
      <a href={href}>
        {key} {title}
      </a>{" "}
      <Text size="small" tone="muted">
        {t(`work.state.${state}`)}
      </Text>
    </>
  );
}

interface ListProps {
  title: string;
  total: number;
  /** Below the list. */
  note?: ReactNode;
  children: readonly ReactNode[];
}

function List({ title, total, note, children }: ListProps) {
  const { t, format } = useTranslation("persons");
  return (
    <section className={styles.list}>
      <h3 className={styles.title}>
        {title}{" "}
        {total > 0 && (
          <Tag minimal round>
            {format.number(total)}
          </Tag>
        )}
      </h3>
      {total === 0 ? (
        <Text as="p" size="small" tone="muted">
          {t("work.empty")}
        </Text>
      ) : (
        <Stack as="ul" gap={1}>
          {children}
          {total > children.length && (
            <Text as="li" size="small" tone="muted">
              {t("work.more", { count: total - children.length })}
            </Text>
          )}
        </Stack>
      )}
      {note && (
        <Text as="p" size="small" tone="muted">
          {note}
        </Text>
      )}
    </section>
  );
}
