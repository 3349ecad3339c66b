import type { ReactNode } from "react";
import type {
  ModelOrderEstimate,
  ModelOrderResult,
  ModelOrderRun,
  ModelOrderState,
} from "../../../contract/issues/modelOrder.ts";
import { roundUpCost } from "../../domain/modelCost.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { Button } from "../ui/Button.tsx";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Inline } from "../ui/Inline.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Switch } from "../ui/Switch.tsx";
import { Table } from "../ui/Table.tsx";
import { Text } from "../ui/Text.tsx";

export interface ModelOrderPanelProps {
  state: ModelOrderState;
  /** What a run would send; null before it was asked for. */
  estimate: ModelOrderEstimate | null;
  /** One of the requests of the estimate; null where it has none. */
  sample: ReactNode;
  isBusy: boolean;
  /** Omitted for users who may not change it. */
  actions?:
    | {
        readonly onEstimate: () => void;
        readonly onStart: () => void;
        readonly onCancel: () => void;
        readonly onSwitch: (isOn: boolean) => void;
      }
    | undefined;
}

/** Whether likely files are ordered by the company's model, and the backtest without which they may not be. */
export function ModelOrderPanel({ state, estimate, sample, isBusy, actions }: ModelOrderPanelProps) {
  const { t, format } = useTranslation("ask");
  const { model, run, is_on: isOn, off_reason: offReason, refusal } = state;
  const isRunning = run?.state === "queued" || run?.state === "running";
  const cost = (amount: number): string => format.number(roundUpCost(amount));
  return (
    <Stack gap={3}>
      {offReason !== null && <InlineNotice title={t("order.off")}>{offReason}</InlineNotice>}
      {actions && model && (
        <Switch
          checked={isOn}
          disabled={isBusy || (!isOn && refusal !== null)}
          label={t("order.switch", { model: model.model })}
          onChange={({ currentTarget }) => actions.onSwitch(currentTarget.checked)}
        />
      )}
      {!actions && model && <Text as="p">{t(isOn ? "order.isOn" : "order.isOff", { model: model.model })}</Text>}
      {!isOn && refusal !== null && !isRunning && (
        <Text as="p" tone="muted">
          {refusal}
        </Text>
      )}
      {run && <Run run={run} />}
      {actions && model && !isRunning && (
        <Stack gap={2}>
          {estimate && (
            <Text as="p" role="status">
              {t("order.estimate", {
                count: estimate.cases,
                requests: estimate.requests,
                tokens: estimate.tokens,
                answerTokens: estimate.answer_tokens,
                host: model.host,
              })}
              {estimate.cost !== null && ` ${t("order.estimateCost", { cost: cost(estimate.cost) })}`}
            </Text>
          )}
          {sample && <Disclosure summary={t("order.sample")}>{sample}</Disclosure>}
          <Inline>
            {estimate && estimate.requests > 0 ? (
              <Button intent="primary" text={t("order.start")} loading={isBusy} onClick={actions.onStart} />
            ) : (
              <Button text={t("order.askEstimate")} loading={isBusy} onClick={actions.onEstimate} />
            )}
          </Inline>
        </Stack>
      )}
      {actions && isRunning && (
        <Inline>
          <Button text={t("order.cancel")} loading={isBusy} onClick={actions.onCancel} />
        </Inline>
      )}
    </Stack>
  );
}

function Run({ run }: { run: ModelOrderRun }) {
  const { t, format } = useTranslation("ask");
  const { done, total, state, error, result, requests, tokens, cost, host, model } = run;
  const isRunning = state === "queued" || state === "running";
  return (
    <Stack gap={2}>
      {isRunning && (
        <>
          <Text as="p" role="status">
            {total === null ? t("order.queued") : t("order.progress", { done, total })}
          </Text>
          <ProgressBar
            label={t("order.running")}
            intent="primary"
            {...(total !== null && total > 0 && { value: done / total })}
          />
        </>
      )}
      {error !== null && <InlineNotice title={t("order.failed")}>{error}</InlineNotice>}
      {state === "cancelled" && <Text as="p">{t("order.cancelled")}</Text>}
      {result && <Result result={result} />}
      <Text as="p" tone="muted">
        {t("order.used", { model, host, count: requests, tokens })}
        {cost !== null && ` ${t("cost", { cost: format.number(roundUpCost(cost)) })}`}{" "}
        <RelativeTime at={run.finished_at ?? run.created_at} />
        {run.started_by !== null && ` · ${run.started_by}`}
      </Text>
    </Stack>
  );
}

const FIGURES = ["hit_1", "hit_3", "hit_5", "hit_10", "mrr"] as const;

function Result({ result: { files, functions, fallbacks } }: { result: ModelOrderResult }) {
  const { t, format } = useTranslation("ask");
  const parts = [
    { name: "files" as const, figures: files },
    ...(functions ? [{ name: "functions" as const, figures: functions }] : []),
  ];
  const decimal = (number: number): string => format.number(Math.round(number * 1000) / 1000);
  return (
    <>
      {parts.map(({ name, figures: { cases, ours, model, difference } }) => (
        <Stack key={name} gap={1}>
          <Table label={t(`order.${name}`, { count: cases })}>
            <thead>
              <tr>
                <th scope="col">{t(`order.${name}`, { count: cases })}</th>
                <th scope="col">{t("order.ours")}</th>
                <th scope="col">{t("order.model")}</th>
              </tr>
            </thead>
            <tbody>
              {FIGURES.map((figure) => (
                <tr key={figure}>
                  <th scope="row">{t(`order.${figure}`)}</th>
                  <td>{figure === "mrr" ? decimal(ours[figure]) : format.percent(ours[figure])}</td>
                  <td>{figure === "mrr" ? decimal(model[figure]) : format.percent(model[figure])}</td>
                </tr>
              ))}
            </tbody>
          </Table>
          <Text as="p">
            {t("order.difference", {
              mean: decimal(difference.mean),
              low: decimal(difference.low),
              high: decimal(difference.high),
            })}
          </Text>
        </Stack>
      ))}
      {fallbacks.invalid + fallbacks.failed > 0 && (
        <Text as="p">
          {t("order.fallbacks", { count: fallbacks.invalid + fallbacks.failed, invalid: fallbacks.invalid })}
        </Text>
      )}
    </>
  );
}
