import type { InsightChange, InsightFinding, InsightTarget } from "../../../contract/insights/insights.ts";
import type { MetricId } from "../../../contract/insights/metrics.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { Button } from "../ui/Button.tsx";
import { ArrowRightIcon } from "../ui/icons.ts";
import { Text } from "../ui/Text.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { chartId } from "./chartId.ts";
import { useInsightFormats } from "./useInsightFormats.ts";
import styles from "./InsightSummary.module.css";

export interface InsightSummaryProps {
  /** The clearest and largest first. */
  findings: readonly InsightFinding[];
  changes: readonly InsightChange[];
  targets: readonly InsightTarget[];
  /** How many buckets of which length the comparison has. */
  span: { readonly count: number; readonly granularity: "weekly" | "monthly" | "quarterly" | "yearly" };
  /** Opens the rows behind a sentence. */
  onOpen: (finding: InsightFinding) => void;
}

/** What the numbers say, in sentences: each with its interval, its chart and its rows. */
export function InsightSummary({ findings, changes, targets, span, onOpen }: InsightSummaryProps) {
  const { t, format } = useTranslation("insights");
  const sentences = useSentences(changes, targets, span);
  return (
    <section aria-labelledby="insights-summary">
      <Text as="h2" size="heading" id="insights-summary">
        {t("summary.title")}
      </Text>
      {findings.length === 0 ? (
        <Text as="p" tone="muted">
          {t("summary.none")}
        </Text>
      ) : (
        <ul className={styles.list}>
          {findings.map((finding) => {
            const { text, detail, n, metric, change } = sentences(finding);
            const rows = t("card.rows", { count: n, formatted: format.number(n) });
            return (
              <li key={text} className={styles.item} data-judgement={change?.judgement}>
                <Text as="p" size="large">
                  {text}
                </Text>
                <div className={styles.proof}>
                  {change !== null && <ChangeMark change={change} />}
                  {detail !== null && (
                    <Text tone="muted" size="small">
                      {detail}
                    </Text>
                  )}
                  <a href={`#${chartId(metric)}`}>{t("summary.chart", { name: t(`metrics.${metric}.name`) })}</a>
                  <Button
                    size="small"
                    variant="minimal"
                    intent="primary"
                    endIcon={<ArrowRightIcon />}
                    text={rows}
                    aria-label={`${rows}: ${text}`}
                    onClick={() => onOpen(finding)}
                  />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface InsightSentence {
  readonly text: string;
  /** The interval, or what else proves it. */
  readonly detail: string | null;
  /** Rows behind it. */
  readonly n: number;
  /** Whose chart shows it. */
  readonly metric: MetricId;
  readonly change: InsightChange | null;
}

/** Words findings in the reader's language. */
function useSentences(
  changes: readonly InsightChange[],
  targets: readonly InsightTarget[],
  { count, granularity }: InsightSummaryProps["span"],
) {
  const { t, format } = useTranslation("insights");
  const { valueIn, differenceIn, targetText } = useInsightFormats();
  const span = t(`summary.span.${granularity}`, { count });
  const aboutTarget = (metric: MetricId): string => {
    // Issues closed are worded as their rate, which is what a target is of.
    const of = metric === "issues_closed" ? "throughput" : metric;
    const target = targets.find((one) => one.metric === of);
    if (target === undefined) return "";
    return t("summary.target", { target: targetText(target), verdict: t(`target.verdict.${target.verdict}`) });
  };
  const aboutMetric = (finding: InsightFinding & { code: "change" | "level" }): InsightSentence => {
    const { metric } = finding;
    const change = changes.find((one) => one.metric === metric) ?? null;
    if (change === null) return { text: t(`metrics.${metric}.name`), detail: null, n: 0, metric, change };
    const { unit, verdict, current, previous, difference } = change;
    const value = (of: number | null): string => (of === null ? "" : valueIn(unit, of));
    const plain = (of: number): string => format.number(Math.round(of * 10) / 10);
    const statement = t(`summary.statement.${metric}`, {
      value: value(current.value),
      number: current.value === null ? "" : plain(current.value),
    });
    return {
      text: t(`summary.${verdict}`, {
        statement,
        before: value(previous.value),
        span,
        target: aboutTarget(metric),
      }),
      detail: difference === null ? null : t("change.difference", { range: differenceIn(unit, difference) }),
      n: current.n,
      metric,
      change,
    };
  };
  return (finding: InsightFinding): InsightSentence => {
    if (finding.code === "backlog") {
      const { direction, opened, closed, difference } = finding;
      return {
        text: t(`summary.backlog.${direction}`, { opened: format.number(opened), closed: format.number(closed) }),
        detail: t("change.difference", { range: differenceIn("count", difference) }),
        n: opened + closed,
        metric: "issues_net",
        change: null,
      };
    }
    if (finding.code === "carried") {
      const { work, people, of_people: all, share, n } = finding;
      return {
        text: t(`summary.carried.${work}`, { count: people, share: format.percent(share) }),
        detail: t("summary.ofPeople", { count: all, formatted: format.number(all) }),
        n,
        metric: work === "reviews" ? "first_review" : "commits",
        change: null,
      };
    }
    return aboutMetric(finding);
  };
}
