import { useMemo } from "react";
import type { SourceLedger } from "../../../contract/sources/ledger.ts";
import { sourceKeys } from "../../queries/sourceKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useSettled } from "../loading/useSettled.ts";

const POLL_INTERVAL_MS = 2000;
const UNDER_WAY: ReadonlySet<SourceLedger["state"]> = new Set(["queued", "running", "waiting"]);

/**
 * The comparisons of a project's sources with their hosts, reloaded after each sync and while one is in progress. Optional: nothing is shown
 * for a host without this call.
 */
export function useSourceLedgers(slug: string) {
  const services = useServices();
  const { notifications } = useStore();
  const formatError = useErrorMessage();
  const query = useQuery(sourceKeys.sourceLedgers(slug), (signal) => services.sources.ledgers(slug, signal), {
    isLive: true,
    keepPreviousData: false,
    refetchIntervalMs: (data) => (data?.some(({ state }) => UNDER_WAY.has(state)) ? POLL_INTERVAL_MS : false),
  });
  const { data, setData, refetch } = query;
  const ledgers = useMemo(
    (): Readonly<Record<string, SourceLedger>> => Object.fromEntries((data ?? []).map((one) => [one.source, one])),
    [data],
  );
  const compare = useMutation((id: string) => services.sources.compare(id), {
    onSuccess: (ledger) =>
      setData((now) => now && now.map((known) => (known.source === ledger.source ? ledger : known))),
    onError: (error) => {
      notifications.show(formatError(error).text, "error");
      refetch();
    },
  });
  return { ledgers, isReady: useSettled(query), compare, refetch };
}
