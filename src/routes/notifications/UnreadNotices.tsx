import { reaction } from "mobx";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { isNoticeMessage } from "../../stores/NotificationsStore.ts";
import { invalidateQueries } from "../../queries/queryClients.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";

/**
 * Keeps the number of unread notices true: after a change of page, when the reader comes back to the window, and at once where the socket is
 * open. It renders nothing.
 */
export function UnreadNotices() {
  const store = useStore();
  const { notices } = useServices();
  const { pathname } = useLocation();
  const { notifications } = store;
  const { refetch: read } = useQuery(queryKeys.unreadNotices(), async (signal) => {
    const answer = await notices.countUnread(signal);
    // Marking notices as read invalidates this query, which aborts it: an older answer cannot put the number back.
    if (answer.success && !signal.aborted) notifications.setUnreadNotices(answer.data.unread);
    return answer;
  });
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current !== pathname) read();
    lastPath.current = pathname;
  }, [read, pathname]);
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === "visible") read();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [read]);
  useEffect(
    () =>
      reaction(
        () => notifications.queue.find(isNoticeMessage)?.id,
        (id) => {
          if (id === undefined) return;
          invalidateQueries(store, [queryKeys.allNotices()]);
        },
      ),
    [store, notifications],
  );
  return null;
}
