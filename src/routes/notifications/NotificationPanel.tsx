import { observer } from "mobx-react-lite";
import { NoticeList } from "../../components/notices/NoticeList.tsx";
import { NotificationList } from "../../components/shell/NotificationList.tsx";
import { FormError } from "../../components/patterns/FormError.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Inline } from "../../components/ui/Inline.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { noticeHref } from "./noticeHref.ts";
import { useNoticeActions } from "./useNoticeActions.ts";

/** Notices that the bell lists; the page has all. */
const UNREAD = { unread: "true", limit: 10 } as const;
const EVERYTHING = { kind: null, project: null } as const;

/** The content of the bell: unread notices, syncs that run, and messages of this visit. */
export const NotificationPanel = observer(function NotificationPanel() {
  const { t } = useTranslation("notices");
  const { notices } = useServices();
  const { notifications, progress } = useStore();
  const { markRead, markAllRead, isMarking, error: markError } = useNoticeActions();
  const formatError = useErrorMessage();
  const query = useQuery(queryKeys.notices(UNREAD), (signal) => notices.list(UNREAD, signal));
  return (
    <NotificationList queue={notifications.messages} running={progress.running}>
      <FormError title={t("markFailed")} failure={markError && formatError(markError)} />
      <AsyncContent query={query} failed={t("failed")} loading={<Skeleton shape="rows" count={3} height="3rem" />}>
        {({ results }) => (
          <>
            {results.length === 0 && (
              <Text as="p" tone="muted">
                {t("home.forYouEmpty")}
              </Text>
            )}
            <NoticeList notices={results} hrefOf={noticeHref} onRead={markRead} onOpen={markRead} />
            <Inline justify="between">
              <a href={hrefTo.notifications()}>{t("seeAll")}</a>
              {results[0] && (
                <Button
                  variant="minimal"
                  size="small"
                  text={t("markAll")}
                  loading={isMarking}
                  onClick={() => results[0] && void markAllRead(results[0].at, EVERYTHING)}
                />
              )}
            </Inline>
          </>
        )}
      </AsyncContent>
    </NotificationList>
  );
});
