/** What the page of Insights has above and on its charts: sentences made from the numbers, and marks. */
import type { Language } from "../../../contract/access/users.ts";
import { DAY_MS } from "../../../contract/durations.ts";
import { dayIn } from "../../../contract/insights/annotationPlaces.ts";
import type { Annotation } from "../../../contract/insights/annotations.ts";
import type { InsightChange, InsightFinding, Insights, InsightTarget } from "../../../contract/insights/insights.ts";
import { METRICS } from "../../../contract/insights/metrics.ts";
import type { Granularity } from "../../../contract/insights/insights.ts";
import { formatMessage, type Message, message, verbatim } from "../../messages/messages.ts";
import { LOCALES, valueText } from "./reportSentences.ts";

/** Marks of one report: of more, the newest. */
const MAX_MARKS = 50;

export interface ReportMark {
  readonly kind: Annotation["kind"];
  readonly day: string;
  readonly title: string;
}

interface ReportFinding {
  readonly finding: InsightFinding;
  /** The comparison that the sentence is about. */
  readonly change: InsightChange | null;
  readonly target: Pick<InsightTarget, "metric" | "value" | "verdict"> | null;
}

/** Stored with the report: its receiver's page at the time. */
export interface ReportInsights {
  /** Length of the comparison, in time steps. */
  readonly steps: number;
  readonly findings: readonly ReportFinding[];
  /** The oldest first. */
  readonly marks: readonly ReportMark[];
}

/** Days that the marks of a page are asked for. */
export function markDays(
  { buckets, time_zone: zone }: Insights,
  now: Date,
): { readonly from: string; readonly to: string } {
  const last = buckets.at(-1);
  const to = last === undefined ? dayIn(zone, now.toISOString()) : dayBefore(last.end);
  return { from: buckets[0]?.start ?? to, to };
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** What the receiver's page shows. */
export function reportInsights(
  { findings, changes, targets, buckets }: Insights,
  annotations: readonly Annotation[],
): ReportInsights {
  return {
    steps: buckets.length,
    findings: findings.map((finding): ReportFinding => {
      if (finding.code === "backlog" || finding.code === "carried") return { finding, change: null, target: null };
      // Issues closed are worded as their rate, which is what a target is of.
      const of = finding.metric === "issues_closed" ? "throughput" : finding.metric;
      const target = targets.find(({ metric }) => metric === of);
      return {
        finding,
        change: changes.find(({ metric }) => metric === finding.metric) ?? null,
        target: target === undefined ? null : { metric: target.metric, value: target.value, verdict: target.verdict },
      };
    }),
    marks: annotations
      .map(({ kind, day, title }): ReportMark => ({ kind, day, title }))
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .slice(-MAX_MARKS),
  };
}

/** The sentences in the words of a language. A direction is said only of a change that is beyond chance. */
export const findingSentences = (
  { findings, steps }: ReportInsights,
  granularity: Granularity,
  language: Language,
): string[] =>
  findings.flatMap((finding) => {
    const sentence = sentenceOf(finding, message(`report.span_${granularity}`, { count: steps }), language);
    return sentence === null ? [] : [formatMessage(sentence, language)];
  });

function sentenceOf({ finding, change, target }: ReportFinding, span: Message, language: Language): Message | null {
  if (finding.code === "backlog") {
    const [opened, closed] = [finding.opened, finding.closed].map((n) => valueText(n, "count", language));
    return message(`report.backlog_${finding.direction}`, { opened: opened ?? "", closed: closed ?? "" });
  }
  if (finding.code === "carried")
    return message(`report.carried_${finding.work}`, {
      count: finding.people,
      share: valueText(finding.share, "share", language),
    });
  if (change === null) return null;
  const { metric, unit, verdict, current, previous } = change;
  const statement = message(`report.statement_${metric}`, {
    // The sentence of a rate names the week itself.
    value:
      unit === "per_week" && current.value !== null
        ? new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(current.value)
        : valueText(current.value, unit, language),
  });
  const about =
    target === null
      ? verbatim("")
      : message("report.finding_target", {
          target: message(`report.target_words_${METRICS[target.metric].better === "up" ? "at_least" : "at_most"}`, {
            value: valueText(target.value, unit, language),
          }),
          verdict: message(`report.verdict_${target.verdict}`),
        });
  if (verdict === "few" || verdict === "uncovered")
    return message(`report.finding_${verdict}`, { statement, target: about });
  if (verdict === "unclear") return message("report.finding_unclear", { statement, span, target: about });
  const before = valueText(previous.value, unit, language);
  return message(`report.finding_${verdict}`, { statement, before, span, target: about });
}

/** `Release on 3 February 2027: v1.2`. */
export function markText({ kind, day, title }: ReportMark, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone: "UTC" });
  const params = { kind: message(`report.mark_${kind}`), day: format.format(new Date(day)), title: verbatim(title) };
  return formatMessage(message("report.mark", params), language);
}
