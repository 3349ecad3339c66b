import { isComparing } from "../../domain/groupDraft.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSettled } from "../loading/useSettled.ts";

const POLL_INTERVAL_MS = 2000;

/** The linked groups of a project, reloaded after each sync and while one is compared. Optional: nothing is shown for a host without this call. */
export function useLinkedGroups(slug: string) {
  const services = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const query = useQuery(sourceKeys.linkedGroups(slug), (signal) => services.groups.list(slug, signal), {
    isLive: true,
    keepPreviousData: false,
    refetchIntervalMs: (data) => (data?.some(isComparing) ? POLL_INTERVAL_MS : false),
  });
  const { data, refetch } = query;
  const compare = useMutation((id: string) => services.groups.compare(id), {
    onSuccess: () => refetch(),
    onError: (error) => {
      notifications.show(formatError(error).text, "error");
      refetch();
    },
  });
  return { groups: data ?? [], isReady: useSettled(query), compare, refetch };
}
