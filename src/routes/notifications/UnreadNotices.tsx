import { reaction } from "mobx";
import { useCallback, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { isNoticeMessage } from "../../stores/NotificationsStore.ts";
import { invalidateQueries } from "../../queries/queryClients.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
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
  const read = useCallback(async () => {
    const result = await notices.countUnread();
    if (result.success) notifications.setUnreadNotices(result.data.unread);
  }, [notices, notifications]);
  useEffect(() => void read(), [read, pathname]);
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === "visible") void read();
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
          void read();
        },
      ),
    [store, notifications, read],
  );
  return null;
}
