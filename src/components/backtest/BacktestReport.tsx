import type { Backtest, BacktestResult } from "../../../contract/issues/backtest.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { EmptyState } from "../patterns/EmptyState.tsx";
import { ErrorState } from "../patterns/ErrorState.tsx";
import { InlineNotice } from "../patterns/InlineNotice.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { BacktestCaseTable } from "./BacktestCaseTable.tsx";
import { BacktestMetricsTable } from "./BacktestMetricsTable.tsx";
import { Button } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import { LabTestIcon, PlayIcon } from "../ui/icons.ts";
import { Table } from "../ui/Table.tsx";
import { Stack } from "../ui/Stack.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./BacktestReport.module.css";

export interface BacktestReportProps {
  /** The newest first. */
  runs: readonly Backtest[];
  /** Progress of the running backtest by the last message; null before the first one. */
  progress: { readonly done: number; readonly total: number | null } | null;
  isStarting: boolean;
  /** Omitted for users who may not start one. */
  onStart?: (() => void) | undefined;
  hrefOf: (address: string) => string;
}

/** Fewer cases than this are not significant. */
const FEW = 10;

/** The engines' results on the project's own history, in plain words, compared with the word-count baseline. */
export function BacktestReport({ runs, progress, isStarting, onStart, hrefOf }: BacktestReportProps) {
  const { t } = useTranslation("backtest");
  const [newest] = runs;
  const running = newest && (newest.state === "queued" || newest.state === "running") ? newest : undefined;
  const last = runs.find(({ state, result }) => state === "done" && result !== null);
  const start = onStart && (
    <Button
      intent="primary"
      icon={<PlayIcon />}
      text={t(runs.length === 0 ? "start" : "again")}
      loading={isStarting || running !== undefined}
      onClick={onStart}
    />
  );
  return (
    <Stack gap={6}>
      <header className={styles.part}>
        <div className={styles.head}>
          <h2>{t("title")}</h2>
          {start}
        </div>
        <Text as="p" tone="muted" className={styles.lead}>
          {t("lead")}
        </Text>
      </header>
      {running && <Running run={running} progress={progress} />}
      {newest?.state === "failed" && (
        <ErrorState title={t("runFailed")} failure={{ text: newest.error ?? t("runFailedText") }} onRetry={onStart} />
      )}
      {last?.result ? (
        <Result run={last} result={last.result} hrefOf={hrefOf} />
      ) : (
        runs.length === 0 && (
          <EmptyState headingLevel={3} icon={<LabTestIcon size={40} />} title={t("empty")}>
            {t(onStart ? "emptyText" : "emptyReader")}
          </EmptyState>
        )
      )}
      {runs.length > 1 && <History runs={runs} />}
    </Stack>
  );
}

function Running({ run, progress }: { run: Backtest; progress: BacktestReportProps["progress"] }) {
  const { t } = useTranslation("backtest");
  const done = Math.max(run.done, progress?.done ?? 0);
  const total = progress?.total ?? run.total;
  return (
    <div className={styles.progress}>
      <span role="status">{total === null ? t("queued") : t("progress", { done, total })}</span>
      <ProgressBar
        label={t("running")}
        intent="primary"
        {...(total !== null && total > 0 && { value: done / total })}
      />
    </div>
  );
}

function Result({
  run,
  result,
  hrefOf,
}: {
  run: Backtest;
  result: BacktestResult;
  hrefOf: BacktestReportProps["hrefOf"];
}) {
  const { t, format } = useTranslation("backtest");
  const { localize, experts, type, skipped, cases } = result;
  return (
    <>
      <Text as="p" tone="muted" className={styles.note}>
        {t("asked", { count: cases })} <RelativeTime at={run.finished_at ?? run.created_at} />
        {run.started_by !== null && ` · ${run.started_by}`}
      </Text>
      {cases > 0 && cases < FEW && <InlineNotice title={t("few")}>{t("fewText")}</InlineNotice>}
      {cases === 0 && (
        <EmptyState headingLevel={3} icon={<LabTestIcon size={40} />} title={t("noCases")}>
          {t("noCasesText")}
        </EmptyState>
      )}
      {localize && (
        <section className={styles.part}>
          <h3>{t("localization.title")}</h3>
          <Text as="p" tone="muted" className={styles.note}>
            {t("localization.how")}
          </Text>
          <BacktestMetricsTable
            caption={t("localization.title")}
            rows={([1, 3, 5, 10] as const).map((depth) => ({
              name: t("localization.depth", { count: depth }),
              engine: localize.engine[`acc_${depth}`],
              plain: localize.plain[`acc_${depth}`],
            }))}
            plainName={t("plain")}
          />
          <Text as="p" tone="muted" className={styles.note}>
            {t("localization.mrr", {
              engine: format.number(Math.round(localize.engine.mrr * 100) / 100),
              plain: format.number(Math.round(localize.plain.mrr * 100) / 100),
            })}
          </Text>
        </section>
      )}
      {experts && (
        <section className={styles.part}>
          <h3>{t("experts.title")}</h3>
          <Text as="p" tone="muted" className={styles.note}>
            {t("experts.how", { count: experts.cases })}
          </Text>
          <BacktestMetricsTable
            caption={t("experts.title")}
            rows={([1, 3, 5] as const).map((depth) => ({
              name: t("experts.depth", { count: depth }),
              engine: experts.engine[`hit_${depth}`],
              plain: experts.plain[`hit_${depth}`],
            }))}
            plainName={t("busiest")}
          />
        </section>
      )}
      <section className={styles.part}>
        <h3>{t("type.title")}</h3>
        {type ? (
          <>
            <Text as="p" tone="muted" className={styles.note}>
              {t("type.how", { count: type.cases, trained: type.trained_on })}
            </Text>
            <BacktestMetricsTable
              caption={t("type.title")}
              rows={[{ name: t("type.right"), engine: type.share, plain: type.baseline }]}
              plainName={t("mostFrequent")}
            />
          </>
        ) : (
          <Text as="p" tone="muted" className={styles.note}>
            {t("type.none")}
          </Text>
        )}
      </section>
      <section className={styles.part}>
        <h3>{t("method.title")}</h3>
        <Text as="p" tone="muted" className={styles.note}>
          {t("method.text")}
        </Text>
        <Text as="p" tone="muted" className={styles.note}>
          {t("method.limits")}
        </Text>
        <Text as="p" tone="muted" className={styles.note}>
          {t("method.skipped", {
            noCommit: skipped.no_commit,
            noCode: skipped.no_code,
            wide: skipped.too_wide,
          })}
        </Text>
      </section>
      {result.rows.length > 0 && <BacktestCaseTable rows={result.rows} hrefOf={hrefOf} />}
    </>
  );
}

function History({ runs }: { runs: readonly Backtest[] }) {
  const { t, format } = useTranslation("backtest");
  return (
    <section className={styles.part}>
      <h3>{t("history.title")}</h3>
      <Table label={t("history.title")}>
        <thead>
          <tr>
            <th scope="col">{t("history.when")}</th>
            <th scope="col">{t("history.cases")}</th>
            <th scope="col">{t("history.files")}</th>
            <th scope="col">{t("history.people")}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, created_at, state, result }) => (
            <tr key={id}>
              <th scope="row">{format.dateTime(created_at)}</th>
              <td>{result ? format.number(result.cases) : t(`state.${state}`)}</td>
              <td>{result?.localize ? format.percent(result.localize.engine.acc_5) : "–"}</td>
              <td>{result?.experts ? format.percent(result.experts.engine.hit_3) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
