import type { Analysis } from "../../../contract/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { IssueLink } from "./IssueLink.tsx";
import { PredictionRow } from "./PredictionRow.tsx";
import { IssueStatusNotices } from "./IssueStatusNotices.tsx";
import { SmallCrossIcon, SmallTickIcon } from "../ui/icons.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePanels.module.css";

export interface AnalysisPanelProps {
  analysis: Analysis;
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
  /** The page of a commit. */
  commitHref: (hash: string) => string;
}

/** The analysis of an issue, each statement with its evidence. */
export function AnalysisPanel({ analysis, hrefOf, commitHref }: AnalysisPanelProps) {
  const { t, format } = useTranslation("assistance");
  const { summary, type, area, severity, report, expected_days: days, duplicates } = analysis;
  const lacking = report?.filter(({ found }) => !found).length ?? 0;
  return (
    <PanelCard title={t("analysis.title")} lead={t("analysis.lead")}>
      <IssueStatusNotices analysis={analysis} hrefOf={hrefOf} commitHref={commitHref} />
      <section className={`${styles.part} ${styles.summary}`}>
        <h3>{t("analysis.summary")}</h3>
        {summary.length === 0 ? (
          <Text as="p" tone="muted" className={styles.why}>
            {t("analysis.noSummary")}
          </Text>
        ) : (
          // The sentences come from Markdown: their backticks are removed.
          summary.map((sentence) => <p key={sentence}>{sentence.replaceAll("`", "")}</p>)
        )}
      </section>
      <dl className={styles.facts}>
        <Text as="dt" tone="muted">
          {t("analysis.type")}
        </Text>
        <dd>
          <PredictionRow
            judgement={type}
            value={type.value === null ? null : t(`analysis.types.${type.value}`)}
            hrefOf={hrefOf}
          />
        </dd>
        <Text as="dt" tone="muted">
          {t("analysis.area")}
        </Text>
        <dd>
          <PredictionRow judgement={area} value={area.value} hrefOf={hrefOf} />
        </dd>
        <Text as="dt" tone="muted">
          {t("analysis.severity")}
        </Text>
        <dd>
          <PredictionRow
            judgement={severity}
            value={severity.value === null ? null : t(`analysis.severities.${severity.value}`)}
            hrefOf={hrefOf}
          />
        </dd>
        <Text as="dt" tone="muted">
          {t("analysis.time")}
        </Text>
        <dd>
          {days === null ? (
            <Text tone="muted" className={styles.why}>
              {t("analysis.noTime")}
            </Text>
          ) : (
            <>
              <span className={styles.value}>
                <strong>{t("analysis.days", { count: days.median })}</strong>
                <span>{t("analysis.timeSpread", { p75: days.p75, n: days.n })}</span>
              </span>
              <Disclosure variant="quiet" summary={t("analysis.restsOn")}>
                <p>{t("analysis.timeHow")}</p>
                <ul>
                  {days.examples.map((issue) => (
                    <li key={issue.id}>
                      <IssueLink issue={issue} href={hrefOf(issue.address)} />
                    </li>
                  ))}
                </ul>
              </Disclosure>
            </>
          )}
        </dd>
      </dl>
      {report && (
        <section className={styles.part}>
          <h3>{lacking === 0 ? t("analysis.complete") : t("analysis.missing", { count: lacking })}</h3>
          <ul className={styles.checks}>
            {report.map(({ code, found, quote }) => (
              <li key={code}>
                {found ? (
                  <Text tone="success">
                    <Icon of={SmallTickIcon} label={t("analysis.isThere")} />
                  </Text>
                ) : (
                  <Text tone="warning">
                    <Icon of={SmallCrossIcon} label={t("analysis.isMissing")} />
                  </Text>
                )}
                <span>
                  {t(`analysis.checks.${code}`)}
                  {quote !== null && (
                    <Text as="q" size="small" tone="muted" overflow="anywhere" className={styles.quote}>
                      {quote}
                    </Text>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {duplicates.length > 0 && (
        <section className={styles.part}>
          <h3>{t("analysis.duplicates")}</h3>
          <ul className={styles.list}>
            {duplicates.map(({ issue, score }) => (
              <li key={issue.id}>
                <IssueLink issue={issue} href={hrefOf(issue.address)} />
                <Text tone="muted" className={styles.meta}>
                  {t("analysis.likeness", { share: format.percent(score) })}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PanelCard>
  );
}
