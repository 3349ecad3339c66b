import { observer } from "mobx-react-lite";
import { useSearchParams } from "react-router-dom";
import { NOTICE_KINDS } from "../../../contract/notices/noticeKinds.ts";
import type { Notice, NoticePage } from "../../../contract/notices/notices.ts";
import { NoticeFilters, type NoticeFilter } from "../../components/notices/NoticeFilters.tsx";
import { NoticeList } from "../../components/notices/NoticeList.tsx";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { LoadMore } from "../../components/patterns/LoadMore.tsx";
import { PageHeader } from "../../components/patterns/PageHeader.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { NotificationsIcon } from "../../components/ui/icons.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { asLoadState, AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useMoreState } from "../lists/useMoreState.ts";
import { usePageTitle } from "../usePageTitle.ts";
import { noticeHref } from "./noticeHref.ts";
import { Section } from "../../components/ui/Section.tsx";
import styles from "./NotificationsRoute.module.css";
import { useNoticeActions } from "./useNoticeActions.ts";

export { keepOnSearchChange as shouldRevalidate } from "../loading/keepOnSearchChange.ts";

const idOf = ({ id }: Notice): string => id;

/** The filter as the address has it. */
function useNoticeFilter(): readonly [NoticeFilter, (value: NoticeFilter) => void] {
  const [params, setParams] = useSearchParams();
  const filter: NoticeFilter = {
    unread: params.get("show") === "unread",
    kind: NOTICE_KINDS.find((kind) => kind === params.get("kind")) ?? null,
    project: params.get("project"),
  };
  return [
    filter,
    ({ unread, kind, project }) =>
      setParams({ ...(unread && { show: "unread" }), ...(kind && { kind }), ...(project && { project }) }),
  ];
}

/** All notices of the reader, the unread ones first. */
export const Component = observer(function NotificationsRoute() {
  const { t } = useTranslation("notices");
  const { notices: service, projects: projectsService } = useServices();
  const [filter, setFilter] = useNoticeFilter();
  const formatError = useErrorMessage();
  const actions = useNoticeActions();
  usePageTitle(t("title"));
  const query = { ...filter, unread: filter.unread ? ("true" as const) : null };
  const list = usePagedQuery<NoticePage>(
    queryKeys.notices(query),
    (cursor, signal) => service.list({ ...query, cursor }, signal),
    { keepPreviousData: true, keyOf: idOf },
  );
  const more = useMoreState(list);
  const projects = useQuery(queryKeys.projects(), (signal) => projectsService.list(signal));
  const unread = list.rows.filter(({ read }) => !read);
  const read = list.rows.filter((notice) => notice.read);
  const isFiltered = filter.unread || filter.kind !== null || filter.project !== null;
  // Nothing to filter, and nothing to mark.
  const isEmpty = list.first !== null && list.rows.length === 0 && !isFiltered;
  const newest = unread[0]?.at;
  const shared = { hrefOf: noticeHref, onRead: actions.markRead, onOpen: actions.markRead };
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("title")}
        actions={
          <>
            {!isEmpty && (
              <Button
                text={t("markAll")}
                // Not disabled: it keeps the focus after its last press.
                aria-disabled={newest === undefined}
                loading={actions.isMarking}
                onClick={() => newest !== undefined && void actions.markAllRead(newest, filter)}
              />
            )}
            <LinkButton text={t("toSettings")} href={hrefTo.settings("notifications")} />
          </>
        }
      />
      <Stack gap={4}>
        {!isEmpty && <NoticeFilters value={filter} projects={projects.data ?? []} onChange={setFilter} />}
        <FormError title={t("markFailed")} failure={actions.error && formatError(actions.error)} shownFields={[]} />
        <AsyncContent
          query={asLoadState(list)}
          failed={t("failed")}
          loading={<Skeleton shape="rows" count={8} height="3.25rem" />}
        >
          {() =>
            list.rows.length === 0 && (
              <EmptyState icon={<NotificationsIcon size={40} />} title={isFiltered ? t("noneTitle") : t("emptyTitle")}>
                {isFiltered ? t("noneText") : t("emptyText")}
              </EmptyState>
            )
          }
        </AsyncContent>
        {unread.length > 0 && (
          <Section title={t("unreadTitle")} headingLevel={2} gap={2}>
            <NoticeList notices={unread} {...shared} />
          </Section>
        )}
        {unread.length === 0 && read.length > 0 && (
          <Text as="p" tone="muted">
            {t("nothingUnread")}
          </Text>
        )}
        {read.length > 0 && (
          <Section title={t("readTitle")} headingLevel={2} gap={2}>
            <NoticeList notices={read} {...shared} />
          </Section>
        )}
        {list.first !== null && <LoadMore {...more} text={t("more")} />}
      </Stack>
    </div>
  );
});
