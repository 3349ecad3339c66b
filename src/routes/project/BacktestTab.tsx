import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { BacktestReport } from "../../components/backtest/BacktestReport.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useWords } from "../../i18n/useWords.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useAnswer } from "../useAnswer.ts";
import { useFailureText } from "../useFailureText.ts";

/** Backtests of the engines on this project's own history. Progress arrives over the socket. */
export const BacktestTab = observer(function BacktestTab({ slug, canStart }: { slug: string; canStart: boolean }) {
  const { t } = useWords("backtest");
  const services = useServices();
  const { notifications } = useStore();
  const wordFailure = useFailureText();
  const [isStarting, setStarting] = useState(false);
  const told = notifications.backtests[slug];
  // A new state requires a new request; the progress of a running one is in the message itself.
  const [started, setStarted] = useState(0);
  const { answer, failure, retry } = useAnswer(`${slug} ${told?.state ?? ""} ${told?.at ?? ""} ${started}`, (signal) =>
    services.backtests.list(slug, signal),
  );
  const isRunning = answer?.[0]?.state === "queued" || answer?.[0]?.state === "running";
  // The final message may be lost with the connection, so the state is polled.
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(retry, ASK_AGAIN);
    return () => clearInterval(timer);
  }, [isRunning, retry]);

  const start = async () => {
    setStarting(true);
    const result = await services.backtests.start(slug);
    setStarting(false);
    if (!result.success) notifications.show(wordFailure(result.error).text, "error");
    setStarted((count) => count + 1);
  };
  if (!answer && failure) {
    return <ErrorState title={t("failed")} failure={wordFailure(failure)} onRetry={retry} />;
  }
  if (!answer) return <Skeleton shape="rows" count={8} height="2rem" />;
  return (
    <BacktestReport
      runs={answer}
      progress={told?.state === "running" ? told : null}
      isStarting={isStarting}
      onStart={canStart ? () => void start() : undefined}
      hrefOf={(id) => hrefTo.assistance(slug, id)}
    />
  );
});

const ASK_AGAIN = 10_000;
