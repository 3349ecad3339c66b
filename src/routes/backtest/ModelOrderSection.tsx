import { observer } from "mobx-react-lite";
import { useState } from "react";
import { ModelRequestContents } from "../../components/ask/ModelRequestContents.tsx";
import { ModelOrderPanel } from "../../components/backtest/ModelOrderPanel.tsx";
import { Button } from "../../components/ui/Button.tsx";
import { Section } from "../../components/ui/Section.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { Text } from "../../components/ui/Text.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { settingsKeys } from "../../queries/settingsKeys.ts";
import { useMutation } from "../../queries/useMutation.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useStore } from "../../stores/StoreProvider.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

const POLL_INTERVAL_MS = 3000;

/** Replaces the pressed button, which loses the focus. */
const takeFocus = (shown: HTMLDivElement | null): void => shown?.focus({ preventScroll: true });

/** The order of likely files by the company's model; loaded when a user wants to see it. */
export function ModelOrderSection({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const { t } = useTranslation("ask");
  const [isShown, setShown] = useState(false);
  return (
    <Section title={t("order.title")} headingLevel={2} lead={t("order.lead")}>
      {isShown ? (
        <div ref={takeFocus} tabIndex={-1}>
          <ModelOrder slug={slug} mayChange={mayChange} />
        </div>
      ) : (
        <div>
          <Button text={t("order.show")} onClick={() => setShown(true)} />
        </div>
      )}
    </Section>
  );
}

const ModelOrder = observer(function ModelOrder({ slug, mayChange }: { slug: string; mayChange: boolean }) {
  const { t } = useTranslation("ask");
  const { ask } = useServices();
  const { notifications, session } = useStore();
  const formatError = useErrorMessage();
  const query = useQuery(settingsKeys.modelOrder(slug), (signal) => ask.modelOrder(slug, signal), {
    refetchIntervalMs: (data) =>
      data?.run?.state === "queued" || data?.run?.state === "running" ? POLL_INTERVAL_MS : false,
  });
  const options = {
    onError: (failure: Parameters<typeof formatError>[0]) => notifications.show(formatError(failure).text, "error"),
    onSettled: query.refetch,
  };
  const estimate = useMutation(() => ask.estimateModelOrder(slug), options);
  const start = useMutation(() => ask.startModelOrderRun(slug), options);
  const cancel = useMutation(() => ask.cancelModelOrderRun(slug), options);
  const turn = useMutation((isOn: boolean) => ask.setModelOrder(slug, isOn), options);
  return (
    <AsyncContent
      query={query}
      failed={t("order.loadFailed")}
      loading={<Skeleton shape="rows" count={3} height="2rem" />}
    >
      {(state) =>
        state.model === null && state.run === null ? (
          <Text as="p">
            {state.refusal} {session.isCompanyAdmin && <a href={hrefTo.settings("model")}>{t("order.setUp")}</a>}
          </Text>
        ) : (
          <ModelOrderPanel
            state={state}
            estimate={estimate.data}
            sample={estimate.data?.sample && <ModelRequestContents {...estimate.data.sample} />}
            isBusy={[estimate, start, cancel, turn].some(({ isPending }) => isPending)}
            actions={
              mayChange
                ? {
                    onEstimate: () => void estimate.mutate(),
                    onStart: () => void start.mutate(),
                    onCancel: () => void cancel.mutate(),
                    onSwitch: (isOn) => void turn.mutate(isOn),
                  }
                : undefined
            }
          />
        )
      }
    </AsyncContent>
  );
});
