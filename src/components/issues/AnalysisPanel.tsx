import { Fragment } from "react";
import type { Analysis } from "../../../contract/issues/analysis.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { PanelCard } from "../patterns/PanelCard.tsx";
import { IssueLink } from "../patterns/IssueLink.tsx";
import { PredictionRow } from "./PredictionRow.tsx";
import { SmallCrossIcon, SmallTickIcon } from "../ui/icons.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Text } from "../ui/Text.tsx";
import styles from "./IssuePanels.module.css";

export interface AnalysisPanelProps {
  analysis: Analysis;
  /** The page of an issue, by how an address names it. */
  hrefOf: (address: string) => string;
}

/** The analysis of an issue, each statement with its evidence. */
export function AnalysisPanel({ analysis, hrefOf }: AnalysisPanelProps) {
  const { t, format } = useTranslation("issuePage");
  const { summary, report, duplicates } = analysis;
  const lacking = report?.filter(({ found }) => !found).length ?? 0;
  return (
    <PanelCard title={t("analysis.title")} lead={t("analysis.lead")}>
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
      <Predictions analysis={analysis} hrefOf={hrefOf} />
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

/** What was predicted, and in one line what could not be. */
function Predictions({ analysis, hrefOf }: Pick<AnalysisPanelProps, "analysis" | "hrefOf">) {
  const { t, format } = useTranslation("issuePage");
  const { type, area, severity, expected_days: days } = analysis;
  const rows = [
    { name: t("analysis.type"), judgement: type, value: type.value && t(`analysis.types.${type.value}`) },
    { name: t("analysis.area"), judgement: area, value: area.value },
    {
      name: t("analysis.severity"),
      judgement: severity,
      value: severity.value && t(`analysis.severities.${severity.value}`),
    },
  ];
  const unknown = [
    ...rows.flatMap(({ name, judgement, value }) =>
      value === null
        ? [{ name, why: judgement.why_not === null ? "" : t(`analysis.whyNot.${judgement.why_not}`) }]
        : [],
    ),
    ...(days === null ? [{ name: t("analysis.time"), why: t("analysis.noTime") }] : []),
  ];
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(
          ({ name, judgement, value }) =>
            value !== null && (
              <Fragment key={name}>
                <Text as="dt" tone="muted">
                  {name}
                </Text>
                <dd>
                  <PredictionRow judgement={judgement} value={value} hrefOf={hrefOf} />
                </dd>
              </Fragment>
            ),
        )}
        {days !== null && (
          <>
            <Text as="dt" tone="muted">
              {t("analysis.time")}
            </Text>
            <dd>
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
            </dd>
          </>
        )}
      </dl>
      {unknown.length > 0 && (
        <Disclosure
          variant="quiet"
          summary={t("analysis.unknown", { names: format.list(unknown.map(({ name }) => name)) })}
        >
          <ul>
            {unknown.map(({ name, why }) => (
              <li key={name}>{why === "" ? name : t("analysis.unknownWhy", { name, why })}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
