import type { Notice } from "../../../contract/notices/notices.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import type { NoticeFilter } from "../../components/notices/NoticeFilters.tsx";

/** Marks notices as read, here and on the reader's other devices. */
export function useNoticeActions() {
  const { notices } = useServices();
  const { notifications } = useStore();
  const options = {
    onSuccess: ({ unread }: { readonly unread: number }) => notifications.setUnreadNotices(unread),
    invalidates: [queryKeys.allNotices()],
  };
  const one = useMutation((id: string) => notices.markRead(id), options);
  const all = useMutation(
    (until: string, { kind, project }: Pick<NoticeFilter, "kind" | "project">) =>
      notices.markAllRead({ until, ...(kind !== null && { kind }), ...(project !== null && { project }) }),
    options,
  );
  return {
    markRead: ({ id, read }: Notice): void => {
      if (!read) void one.mutate(id);
    },
    markAllRead: all.mutate,
    isMarking: all.isPending,
    error: all.error ?? one.error,
  };
}
