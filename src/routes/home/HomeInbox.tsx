import { useState } from "react";
import { observer } from "mobx-react-lite";
import type { WaitingRequest } from "../../../contract/notices/notices.ts";
import type { Dashboard } from "../../../contract/access/users.ts";
import { RecentProjects } from "../../components/home/RecentProjects.tsx";
import { AttentionList } from "../../components/home/AttentionList.tsx";
import { AssignedIssues } from "../../components/issues/AssignedIssues.tsx";
import { NoticeList } from "../../components/notices/NoticeList.tsx";
import { WaitingList } from "../../components/notices/WaitingList.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { AsyncContent, type LoadState } from "../AsyncContent.tsx";
import { noticeHref } from "../notifications/noticeHref.ts";
import { useNoticeActions } from "../notifications/useNoticeActions.ts";
import { hrefTo } from "../paths.ts";
import { SectionErrorBoundary } from "../failures/SectionErrorBoundary.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSettled } from "../loading/useSettled.ts";
import { attentionItems } from "./attentionItems.ts";
import styles from "./HomeRoute.module.css";
import { HomeSkeleton } from "./HomeSkeleton.tsx";

/** Notices that home lists; the page of notifications has all. */
const UNREAD = { unread: "true", limit: 15 } as const;

/** What has happened to the reader's things, and what waits for them. What is in the first list is not repeated in the second. */
export const HomeInbox = observer(function HomeInbox({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("notices");
  const home = useTranslation("home");
  const { notices } = useServices();
  const { markRead, error: markError } = useNoticeActions();
  const formatError = useErrorMessage();
  const query = useQuery(queryKeys.notices(UNREAD), (signal) => notices.list(UNREAD, signal));
  const waiting = useQuery(queryKeys.waitingRequests(), (signal) => notices.waitingRequests(signal));
  const isSettled = useSettled(query, waiting);
  // The columns stay as they are when the reader has read the last notice.
  const [hadNews, setHadNews] = useState(false);
  // A failed sync is listed below as long as it waits.
  const unread = query.data?.results.filter(({ kind }) => kind !== "sync_failed") ?? [];
  const noticed = new Set(unread.map(({ subject }) => subject?.id));
  if (!hadNews && unread.length > 0) setHadNews(true);
  if (!isSettled) return <HomeSkeleton />;
  const isQuiet = query.data !== null && !hadNews;
  const forYou = (
    <Section title={t("home.forYou")} headingLevel={2} actions={<a href={hrefTo.notifications()}>{t("seeAll")}</a>}>
      <FormError title={t("markFailed")} failure={markError && formatError(markError)} />
      <SectionErrorBoundary resetKey={query.data}>
        <AsyncContent query={query} failed={t("failed")} loading={<Skeleton shape="rows" count={4} height="3.25rem" />}>
          {() =>
            unread.length === 0 ? (
              <Text as="p" tone="muted">
                {t("home.forYouEmpty")}
              </Text>
            ) : (
              <NoticeList notices={unread} hrefOf={noticeHref} onRead={markRead} onOpen={markRead} />
            )
          }
        </AsyncContent>
      </SectionErrorBoundary>
    </Section>
  );
  const waits = (
    <Section title={t("home.waiting")} headingLevel={2}>
      <SectionErrorBoundary resetKey={dashboard}>
        <WaitingSection
          dashboard={{ ...dashboard, issues: dashboard.issues.filter(({ id }) => !noticed.has(id)) }}
          noticed={noticed}
          query={waiting}
        />
      </SectionErrorBoundary>
    </Section>
  );
  const projects = (
    <Section
      title={home.t("recentProjects")}
      headingLevel={2}
      actions={<a href={hrefTo.projects()}>{home.t("allProjects")}</a>}
    >
      <SectionErrorBoundary resetKey={dashboard}>
        <RecentProjects projects={dashboard.recent_projects} hrefOf={(slug) => hrefTo.project(slug)} />
      </SectionErrorBoundary>
    </Section>
  );
  if (isQuiet) {
    return (
      <>
        {waits}
        <Stack gap={6}>
          {forYou}
          {projects}
        </Stack>
      </>
    );
  }
  return (
    <>
      {forYou}
      {waits}
      <div className={styles.wide}>{projects}</div>
    </>
  );
});

interface WaitingSectionProps {
  dashboard: Dashboard;
  /** Ids of what the other list has. */
  noticed: ReadonlySet<string | undefined>;
  query: LoadState<readonly WaitingRequest[]>;
}

/** Sources that need action, requests and issues of the reader. */
function WaitingSection({ dashboard, noticed, query }: WaitingSectionProps) {
  const { t } = useTranslation("notices");
  const requests = (query.data ?? []).filter(({ id }) => !noticed.has(id));
  const attention = attentionItems(dashboard);
  const { issues } = dashboard;
  const isEmpty = issues.length === 0 && attention.length === 0 && requests.length === 0;
  return (
    <Stack gap={4}>
      {attention.length > 0 && <AttentionList items={attention} />}
      {requests.length > 0 && (
        <WaitingList requests={requests} hrefOf={({ project, id }) => hrefTo.request(project, id)} />
      )}
      {issues.length > 0 && (
        <AssignedIssues issues={issues} hrefOf={({ project, address }) => hrefTo.issue(project, address)} />
      )}
      {/* Without the requests it is unknown whether anything waits. */}
      <AsyncContent query={query} failed={t("home.waitingFailed")}>
        {() =>
          isEmpty && (
            <Text as="p" tone="muted">
              {t("home.waitingEmpty")} {t("home.waitingText")}
            </Text>
          )
        }
      </AsyncContent>
    </Stack>
  );
}
