import { observer } from "mobx-react-lite";
import { mayInProject } from "../../../contract/access/policy.ts";
import { BacktestReport } from "../../components/backtest/BacktestReport.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Stack } from "../../components/ui/Stack.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useInvalidateOnChange } from "../../queries/useInvalidateOnChange.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { ModelOrderSection } from "./ModelOrderSection.tsx";
import { useTabTitle, useProject } from "../project/useProject.ts";

/** Backtests of the engines on this project's own history. Progress arrives over the socket. */
export const Component = observer(function BacktestTab() {
  const { slug, role } = useProject().project;
  useTabTitle("backtest");
  const canStart = mayInProject(role, "backtest.start");
  const { t } = useTranslation("backtest");
  const services = useServices();
  const { notifications, progress } = useStore();
  const formatError = useErrorMessage();
  const live = progress.backtests[slug];
  // A new state requires a new request; the progress of a running one is in the message itself.
  useInvalidateOnChange(slug, `${live?.state ?? ""} ${live?.at ?? ""}`, { queryKey: queryKeys.backtests(slug) });
  const runs = useQuery(queryKeys.backtests(slug), (signal) => services.backtests.list(slug, signal), {
    // The final message may be lost with the connection, so the state is polled.
    refetchIntervalMs: (data) =>
      data?.[0]?.state === "queued" || data?.[0]?.state === "running" ? POLL_INTERVAL_MS : false,
  });

  const start = useMutation(() => services.backtests.start(slug), {
    onError: (failure) => notifications.show(formatError(failure).text, "error"),
    onSettled: runs.refetch,
  });
  return (
    <Stack gap={6}>
      <AsyncContent query={runs} failed={t("failed")} loading={<Skeleton shape="rows" count={8} height="2rem" />}>
        {(data) => (
          <BacktestReport
            runs={data}
            progress={live?.state === "running" ? live : null}
            isStarting={start.isPending}
            onStart={canStart ? () => void start.mutate() : undefined}
            hrefOf={(address) => hrefTo.issue(slug, address)}
          />
        )}
      </AsyncContent>
      <ModelOrderSection slug={slug} mayChange={canStart} />
    </Stack>
  );
});

const POLL_INTERVAL_MS = 10_000;
