import { useMemo } from "react";
import type { SourceDetail } from "../../../contract/sources/sources.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSettled } from "../loading/useSettled.ts";

type Details = Readonly<Record<string, SourceDetail>>;

/**
 * Details of the sources of a project beyond their syncs, reloaded after each sync. Optional: nothing is shown for a host without this
 * call.
 */
export function useSourceDetails(slug: string) {
  const services = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const query = useQuery(queryKeys.sourceDetails(slug), (signal) => services.sources.details(slug, signal), {
    isLive: true,
    keepPreviousData: false,
  });
  const { data, setData } = query;
  const details = useMemo((): Details => Object.fromEntries((data ?? []).map((detail) => [detail.id, detail])), [data]);
  const groupCounts: Record<string, number> = {};
  for (const { group } of Object.values(details))
    if (group) groupCounts[group.group_id] = (groupCounts[group.group_id] ?? 0) + 1;
  /** Stores the response to a change. */
  const keep = (detail: SourceDetail) =>
    setData((now) => now && now.map((known) => (known.id === detail.id ? detail : known)));
  const pause = useMutation(
    (id: string, isPaused: boolean) => (isPaused ? services.sources.pause(id) : services.sources.resume(id)),
    { onSuccess: keep, onError: (error) => notifications.show(formatError(error).text, "error") },
  );
  const writing = useMutation((id: string, isAllowed: boolean) => services.sources.chooseWriting(id, isAllowed), {
    onSuccess: keep,
    onError: (error) => notifications.show(formatError(error).text, "error"),
  });
  return {
    details,
    /** Sources of each linked group, by its id. */
    groupCounts,
    isReady: useSettled(query),
    pause,
    writing,
    keep,
  };
}
